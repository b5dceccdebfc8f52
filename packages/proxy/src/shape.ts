import { ProxyError } from './proxy-error.ts'

/**
 * Checks a JSON value and returns a copy that holds what the shape names and nothing else.
 *
 * @param path Where the value stands, for the message.
 * @throws ProxyError `invalid_request`, naming the place and never the value.
 */
export type Shape = (value: unknown, path: string) => unknown

/** An error for a value that is not what `path` should hold. */
export const invalid = (path: string, expected: string): ProxyError =>
  new ProxyError('invalid_request', { message: `${path} must be ${expected}.` })

/** Any JSON, as it is. */
export const json: Shape = (value) => value

/** A string, empty or not. */
export const string: Shape = (value, path) => {
  if (typeof value !== 'string') throw invalid(path, 'a string')
  return value
}

/** A number; JSON has no other than finite ones. */
export const number: Shape = (value, path) => {
  if (typeof value !== 'number') throw invalid(path, 'a number')
  return value
}

/** A whole number of at least `min`. */
export const integer =
  (min: number): Shape =>
  (value, path) => {
    if (!Number.isSafeInteger(value) || Number(value) < min) {
      throw invalid(path, `a whole number of at least ${min}`)
    }
    return value
  }

/** True or false. */
export const boolean: Shape = (value, path) => {
  if (typeof value !== 'boolean') throw invalid(path, 'true or false')
  return value
}

/** One of a few words. */
export const oneOf =
  (...words: string[]): Shape =>
  (value, path) => {
    if (!words.includes(value as string)) throw invalid(path, `one of ${words.join(', ')}`)
    return value
  }

/** An object with any keys, whose values have one shape. */
export const record =
  (item: Shape): Shape =>
  (value, path) =>
    Object.fromEntries(
      Object.entries(asObject(value, path)).map(([key, child]) => [key, item(child, path)]),
    )

/** An array of at most `max` items. */
export const list =
  (item: Shape, max: number = Infinity): Shape =>
  (value, path) => {
    if (!Array.isArray(value) || value.length > max) {
      throw invalid(path, max === Infinity ? 'an array' : `an array of at most ${max}`)
    }
    return value.map((child, index) => item(child, `${path}[${index}]`))
  }

/** An object with these keys; others are left out. */
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

/** One of several objects, told apart by the word in `tag`. */
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
