import type { JSONSchema7 } from '@ai-sdk/provider'
import { isJsonObject } from '../json/json.ts'

/**
 * Corrects the typical mistakes of small models in arguments, where the schema makes the meaning
 * clear:
 *
 * - a number or boolean in quotes
 * - a number or boolean instead of text
 * - one value instead of a list
 *
 * Returns the corrected arguments. Calls `onChange` with a sentence for each change.
 */
export function coerce(
  value: unknown,
  schema: JSONSchema7 | boolean | undefined,
  onChange: (change: string) => void,
  path = '',
): unknown {
  if (typeof schema !== 'object') return value
  if (isJsonObject(value) && schema.properties) {
    const coerced = { ...value }
    for (const [key, property] of Object.entries(schema.properties)) {
      if (!Object.hasOwn(value, key)) continue
      coerced[key] = coerce(value[key], property, onChange, path ? `${path}.${key}` : key)
    }
    return coerced
  }
  if (Array.isArray(value) && typeof schema.items === 'object' && !Array.isArray(schema.items)) {
    const { items } = schema
    return value.map((item, at) => coerce(item, items, onChange, `${path}.${at}`))
  }
  const corrected = correct(value, schema.type)
  if (corrected !== value)
    onChange(`${path}: ${JSON.stringify(value)} taken as ${JSON.stringify(corrected)}`)
  // A value that became a list of one may need a correction itself.
  const wrapped = Array.isArray(corrected) && corrected !== value
  return wrapped ? coerce(corrected, schema, onChange, path) : corrected
}

function correct(value: unknown, type: JSONSchema7['type']): unknown {
  const isText = typeof value === 'string'
  switch (type) {
    case 'number':
    case 'integer': {
      const number = isText && value.trim() !== '' ? Number(value) : Number.NaN
      return (type === 'integer' ? Number.isInteger(number) : Number.isFinite(number))
        ? number
        : value
    }
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    case 'array':
      return Array.isArray(value) || value === null ? value : [value]
    default:
      return value
  }
}
