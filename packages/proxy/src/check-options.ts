import { byLikeness, toMilliseconds } from '@ambit/protocol'

/** The function that takes an option, and the path of the option in what the function takes. */
export type Place = readonly [owner: string, path: string]

/** A check of an option. Throws `TypeError` that names the option, and tells what it takes. */
export type Check = (value: unknown, at: Place) => void

/** Returns the place of a part, such as `limits.tokens`. */
export const inside = ([owner, path]: Place, part: string): Place => [
  owner,
  path && !part.startsWith('[') ? `${path}.${part}` : path + part,
]

/** Returns the error of the option at a place. */
export const wrong = ([owner, path]: Place, message: string): TypeError =>
  new TypeError(`${owner}${path && `: \`${path}\``} ${message}`)

/** Returns the check of a kind of values. An error tells a text only with `showsText`. */
export const is =
  (what: string, test: (value: unknown) => boolean, showsText = false): Check =>
  (value, at) => {
    if (test(value)) return
    throw wrong(at, `is ${show(value, showsText)}. Give ${what}.`)
  }

function show(value: unknown, showsText: boolean): string {
  if (typeof value === 'string') return showsText ? `"${value}"` : 'a text'
  if (typeof value === 'function') return 'a function'
  return Object(value) === value ? 'an object' : String(value)
}

export const flag: Check = is('true or false', (value) => typeof value === 'boolean')
export const text: Check = is('a text', (value) => typeof value === 'string')
export const filled: Check = is(
  'a text that is not empty',
  (value) => typeof value === 'string' && value !== '',
)
export const fn: Check = is('a function', (value) => typeof value === 'function')

/** Returns the check of one of a few words. */
export const word = (...words: readonly string[]): Check =>
  is(`one of ${words.join(', ')}`, (value) => words.includes(value as string), true)

/** Returns the check of a finite number from `least` to `most`. */
export const number = (what: string, least: number, most: number = Number.MAX_VALUE): Check =>
  is(what, (value) => typeof value === 'number' && value >= least && value <= most)

/** Returns the check of a whole number from `least`. */
export const whole = (least: number): Check =>
  is(`a whole number from ${least}`, (value) => isWhole(value) && value >= least, true)

/** Returns the check of a whole number from `least`, or of `Infinity` for no limit. */
export const upTo = (least: number): Check => {
  const test = (value: unknown) => value === Infinity || (isWhole(value) && value >= least)
  return is(`a whole number from ${least}, or Infinity`, test, true)
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

/** Checks a time from 0. It may be `Infinity`. */
export const time: Check = is(
  "a number of milliseconds from 0, or a time such as '2m'",
  (value) => toMilliseconds(value) >= 0,
  true,
)

/** Checks a time that must pass, and must be over. */
export const span: Check = is(
  "a number of milliseconds from 1, or a time such as '2m'",
  (value) => toMilliseconds(value) >= 1 && toMilliseconds(value) < Infinity,
  true,
)

/** Returns the check of a list, whose items all pass `item`. */
export const list =
  (item: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value)) throw wrong(at, 'must be a list.')
    for (const [nth, each] of value.entries()) item(each, inside(at, `[${nth}]`))
  }

/** Returns the check of an object with any names, whose values all pass `item`. */
export const record =
  (item: Check): Check =>
  (value, at) => {
    if (!isObject(value)) throw wrong(at, 'must be an object with names of its own.')
    for (const [name, each] of Object.entries(value)) {
      item(each, at[1] ? inside(at, `["${name}"]`) : [at[0], name])
    }
  }

/** Accepts anything. */
export const any: Check = () => {}

/**
 * Returns the check of a group of options. An option that is undefined is left out.
 *
 * @param checks The check of each option. There are no others.
 * @param needs The options that may not be left out.
 */
export const group =
  <T extends object>(
    checks: { readonly [Name in keyof T]-?: Check },
    needs: readonly (keyof T & string)[] = [],
  ): Check =>
  (value, at) => {
    const names = Object.keys(checks)
    if (!isObject(value)) throw wrong(at, `must be an object of options: ${names.join(', ')}.`)
    for (const name of Object.keys(value)) {
      if (names.includes(name)) continue
      throw wrong(at, `has no option \`${name}\`. ${hint(name, names)}`)
    }
    for (const [name, check] of Object.entries<Check>(checks)) {
      const option = value[name]
      if (option !== undefined || (needs as readonly string[]).includes(name))
        check(option, inside(at, name))
    }
  }

/** Whether a value is an object, and not a list, a Map or a Set: their entries are not options. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(Symbol.iterator in value)

/** Names the option that is most like `name`, or else all of them. */
function hint(name: string, names: readonly string[]): string {
  const [meant = names.length === 1 ? names[0] : undefined] = byLikeness(name, names, 0.01)
  return meant ? `Is it \`${meant}\`?` : `Its options are ${names.join(', ')}.`
}
