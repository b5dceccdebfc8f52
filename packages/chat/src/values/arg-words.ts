import type { PendingApproval, JsonObject } from '@ambit/core'

/** The JSON schema of the parameters of a tool. */
export type Parameters = PendingApproval['parameters']

/** The words that the schema of one argument has for people. */
export interface ArgWords {
  /** The schema's `title`, otherwise the name in words. */
  readonly title: string
  /** The schema's `unit`: the code of a currency, the name of a unit, or any word. */
  readonly unit?: string | undefined
  /** Whether the schema says that the value is a text. */
  readonly isText?: boolean | undefined
  /** The schema's `format`. */
  readonly format?: string | undefined
  /** The titles of single values: of `oneOf` or `anyOf` with `const` and `title`. */
  readonly names?: ReadonlyMap<unknown, string> | undefined
  /** The words of each element of a list. */
  readonly items?: ArgWords | undefined
  /** The schemas of the members of an object. */
  readonly members?: Parameters | undefined
  /** Whether the application wrote the names of all members, those that no schema has too. */
  readonly isOwn?: boolean | undefined
}

/** The words for what is a text, whatever it reads as. */
export const plainText: ArgWords = { title: '', isText: true }

/** Returns the arguments before the schema, those that are ignored left out. */
export function askedArgs({ args, asked, edited, ignored = {} }: PendingApproval): JsonObject {
  const words = Object.entries(edited ?? asked ?? args)
  return Object.fromEntries(words.filter(([name]) => !Object.hasOwn(ignored, name)))
}

/**
 * Returns the words for an argument. One that the schema does not name keeps its name, because the
 * model wrote it. So do arguments that would have the same title.
 */
export function argWords({ properties = {} }: Parameters, name: string): ArgWords {
  if (!Object.hasOwn(properties, name)) return { title: name }
  const words = wordsOf(properties[name], name)
  const isTaken = Object.keys(properties).some(
    (other) => other !== name && titleOf(properties[other], other) === words.title,
  )
  return isTaken ? { ...words, title: name } : words
}

/** Returns the words for a member of an object that has words itself. */
export function memberWords({ members = {}, isOwn }: ArgWords, name: string): ArgWords {
  const { properties = {} } = members
  const isKnown = !isOwn || Object.hasOwn(properties, name)
  const own = isKnown ? members : { properties: { ...properties, [name]: {} } }
  return { ...argWords(own, name), isOwn }
}

function wordsOf(schema: unknown, name: string): ArgWords {
  const unit = memberOf(schema, 'unit')
  const format = memberOf(schema, 'format')
  const items = memberOf(schema, 'items')
  return {
    title: titleOf(schema, name),
    unit: typeof unit === 'string' ? unit : undefined,
    isText: memberOf(schema, 'type') === 'string',
    format: typeof format === 'string' ? format : undefined,
    names: namesOf(schema),
    items: items === undefined ? undefined : wordsOf(items, ''),
    members: typeof schema === 'object' && schema !== null ? schema : undefined,
  }
}

function titleOf(schema: unknown, name: string): string {
  const title = memberOf(schema, 'title')
  return typeof title === 'string' && title.trim() ? title : nameInWords(name)
}

/** Returns a name as words: `orderId` is “Order”, `total_min` is “Total min”. */
export function nameInWords(name: string): string {
  const words = name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => (/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word))
  if (words.length > 1 && words.at(-1)?.toLowerCase() === 'id') words.pop()
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the titles of single values; undefined if two values would read the same. */
function namesOf(schema: unknown): ReadonlyMap<unknown, string> | undefined {
  const listed = memberOf(schema, 'oneOf') ?? memberOf(schema, 'anyOf')
  if (!Array.isArray(listed)) return undefined
  const names = new Map<unknown, string>()
  for (const each of listed as readonly unknown[]) {
    const title = memberOf(each, 'title')
    const value = memberOf(each, 'const')
    const name = title ?? value
    if (value !== undefined)
      names.set(value, typeof name === 'string' ? name : JSON.stringify(name))
  }
  return names.size > 0 && new Set(names.values()).size === names.size ? names : undefined
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Reflect.get(value, key)
}
