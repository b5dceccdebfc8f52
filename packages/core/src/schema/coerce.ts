import type { JSONSchema7 } from '@ai-sdk/provider'
import { isJsonObject } from '../json/json.ts'

/**
 * Corrects the typical mistakes of small models in arguments, where the schema makes the meaning
 * clear:
 *
 * - a number or boolean in quotes
 * - a whole number or a boolean instead of text
 * - a list or an object as JSON text
 * - one value instead of a list
 *
 * Any other number instead of text stays, because its digits are lost. Such is the version 1.10,
 * or a long id. Returns the corrected arguments. Calls `onChange` with a sentence for each change.
 */
export function coerce(
  value: unknown,
  schema: JSONSchema7 | boolean | undefined,
  onChange: (change: string) => void,
  path = '',
): unknown {
  const expected = typeof schema === 'object' ? withoutNull(schema, value) : undefined
  if (!expected) return value
  if (isJsonObject(value) && expected.properties) {
    const coerced = { ...value }
    for (const [key, property] of Object.entries(expected.properties)) {
      if (!Object.hasOwn(value, key)) continue
      coerced[key] = coerce(value[key], property, onChange, path ? `${path}.${key}` : key)
    }
    return coerced
  }
  const { items, type } = expected
  if (Array.isArray(value)) {
    if (typeof items !== 'object' || Array.isArray(items)) return value
    return value.map((item, at) => coerce(item, items, onChange, `${path}.${at}`))
  }
  const corrected = correct(value, type)
  if (corrected === value) return value
  onChange(`${path}: ${JSON.stringify(value)} taken as ${JSON.stringify(corrected)}`)
  // A list or an object may need corrections inside.
  return typeof corrected === 'object' ? coerce(corrected, expected, onChange, path) : corrected
}

/**
 * Returns the schema of a value that may also be null: the only one beside null of a union or of a
 * list of types. Undefined if there is nothing to correct.
 */
function withoutNull(schema: JSONSchema7, value: unknown): JSONSchema7 | undefined {
  if (value === null) return undefined
  const { anyOf = schema.oneOf, type } = schema
  if (Array.isArray(type)) {
    const [only, ...others] = type.filter((each) => each !== 'null')
    return others.length === 0 && only ? { ...schema, type: only } : undefined
  }
  if (!anyOf) return schema
  const [only, ...others] = anyOf.filter((each) => typeof each !== 'object' || each.type !== 'null')
  return others.length === 0 && typeof only === 'object' ? withoutNull(only, value) : undefined
}

function correct(value: unknown, type: JSONSchema7['type']): unknown {
  const isText = typeof value === 'string'
  switch (type) {
    case 'number':
    case 'integer': {
      const number = isText && value.trim() !== '' ? Number(value) : Number.NaN
      if (Number.isInteger(number)) return Number.isSafeInteger(number) ? number : value
      return type === 'number' && Number.isFinite(number) ? number : value
    }
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    case 'string':
      return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : value
    case 'array': {
      const parsed = parse(value)
      if (Array.isArray(parsed)) return parsed
      // Text that begins as a list was meant as one.
      return isText && /^\s*\[/.test(value) ? value : [value]
    }
    case 'object': {
      const parsed = parse(value)
      return isJsonObject(parsed) ? parsed : value
    }
    default:
      return value
  }
}

/** Returns the value of JSON text; undefined for anything else. */
function parse(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : undefined
  } catch {
    return undefined
  }
}
