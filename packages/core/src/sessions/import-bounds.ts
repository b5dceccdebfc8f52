import { isJsonObject, maxDepth } from '../json/json.ts'

/** The most messages of one import. */
export const maxMessages = 100_000

/** The most characters of one message as JSON, with the base64 text of its files. */
const maxCharacters = 32_000_000

/** The characters that count for a number, a key's signs, or an item of a list. */
const frame = 4

/**
 * Returns the fault of an object that is too large or too deep to be stored, or that is no JSON
 * data. The words begin with the path of the field. Reads no deeper than 100 levels.
 */
export function findJsonFault(value: unknown): string | undefined {
  if (!isJsonObject(value)) return ' is no object'
  const left = { characters: maxCharacters }
  for (const key of Object.keys(value)) {
    const fault = findFault(value[key], maxDepth - 1, left)
    if (fault) return `.${key} ${fault}`
  }
  return undefined
}

function findFault(
  value: unknown,
  depth: number,
  left: { characters: number },
): string | undefined {
  left.characters -= typeof value === 'string' ? value.length : frame
  if (typeof value !== 'object' || value === null) {
    if (left.characters < 0) return tooLarge
    return unwritable.has(typeof value) ? notJson : undefined
  }
  if (depth === 0) return `is nested deeper than ${maxDepth} levels`
  if (Array.isArray(value)) left.characters -= value.length
  else if (!isPlain(value)) return notJson
  if (left.characters < 0) return tooLarge
  for (const key of Object.keys(value)) {
    left.characters -= key.length
    const fault = findFault((value as Record<string, unknown>)[key], depth - 1, left)
    if (fault) return fault
  }
  return undefined
}

const notJson = 'holds something that is no JSON data'
const tooLarge = `brings this to more than ${maxCharacters.toLocaleString('en')} characters`
const unwritable: ReadonlySet<string> = new Set(['bigint', 'function', 'symbol'])

/** Tells if an object is one of a literal, also of another frame. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
