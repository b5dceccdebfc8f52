import type { JSONSchema7 } from '@ai-sdk/provider'
import { isJsonObject } from '../json/json.ts'

/**
 * Arguments with the slips of small models mended, as far as the schema says what was meant: numbers and booleans in quotes, a number where
 * text is asked for, one value where a list is. Each change is told.
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
  const mended = mend(value, schema.type)
  if (mended !== value)
    onChange(`${path}: ${JSON.stringify(value)} taken as ${JSON.stringify(mended)}`)
  // A value that became a list may need mending itself.
  const wrapped = Array.isArray(mended) && mended !== value
  return wrapped ? coerce(mended, schema, onChange, path) : mended
}

function mend(value: unknown, type: JSONSchema7['type']): unknown {
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
