// The reasons: decisions/0051.
import { ProxyError } from './proxy-error.ts'

/**
 * A check of a JSON value. Returns a copy that holds only what the shape names.
 *
 * @param path The place of the value, for the message.
 * @throws ProxyError `invalid_request` that names the place, and never the value.
 */
export type Shape = (value: unknown, path: string) => unknown

/** Returns the error for a value that does not fit at `path`. */
export const invalid = (path: string, expected: string): ProxyError =>
  new ProxyError('invalid_request', { message: `${path} must be ${expected}.` })

/** Accepts any JSON value, unchanged. */
export const json: Shape = (value) => value

/** Accepts a string, empty or not. */
export const string: Shape = (value, path) => {
  if (typeof value !== 'string') throw invalid(path, 'a string')
  return value
}

/** Accepts a number. JSON has only finite ones. */
export const number: Shape = (value, path) => {
  if (typeof value !== 'number') throw invalid(path, 'a number')
  return value
}

/** Returns the shape of a whole number of at least `min`. */
export const integer =
  (min: number): Shape =>
  (value, path) => {
    if (!Number.isSafeInteger(value) || Number(value) < min) {
      throw invalid(path, `a whole number of at least ${min}`)
    }
    return value
  }

/** Accepts true and false. */
export const boolean: Shape = (value, path) => {
  if (typeof value !== 'boolean') throw invalid(path, 'true or false')
  return value
}

/** Returns the shape of one of a few words. */
export const oneOf =
  (...words: string[]): Shape =>
  (value, path) => {
    if (!words.includes(value as string)) throw invalid(path, `one of ${words.join(', ')}`)
    return value
  }

/** Returns the shape of an object with any keys, whose values all have the shape `item`. */
export const record =
  (item: Shape): Shape =>
  (value, path) =>
    Object.fromEntries(
      Object.entries(asObject(value, path)).map(([key, child]) => [key, item(child, path)]),
    )

/** Returns the shape of an array of at most `max` items. */
export const list =
  (item: Shape, max: number = Infinity): Shape =>
  (value, path) => {
    if (!Array.isArray(value) || value.length > max) {
      throw invalid(path, max === Infinity ? 'an array' : `an array of at most ${max}`)
    }
    return value.map((child, index) => item(child, `${path}[${index}]`))
  }

/** Returns the shape of an object with these keys. Other keys are left out. */
export const object =
  (required: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape =>
  (value, path) => {
    const source = asObject(value, path)
    const copy: Record<string, unknown> = {}
    for (const [key, shape] of Object.entries(required)) {
      copy[key] = shape(own(source, key), `${path}.${key}`)
    }
    for (const [key, shape] of Object.entries(optional)) {
      const child = own(source, key)
      if (child !== undefined) copy[key] = shape(child, `${path}.${key}`)
    }
    return copy
  }

/** Returns the shape of one of several objects. The word in `tag` selects it. */
export const variant =
  (tag: string, cases: Record<string, Shape>): Shape =>
  (value, path) => {
    const word = own(asObject(value, path), tag)
    const shape = typeof word === 'string' ? own(cases, word) : undefined
    if (!shape) throw invalid(`${path}.${tag}`, `one of ${Object.keys(cases).join(', ')}`)
    return { [tag]: word, ...(shape(value, path) as object) }
  }

const own = <T>(source: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(source, key) ? source[key] : undefined

function asObject(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(path, 'an object')
  }
  return value as Record<string, unknown>
}
