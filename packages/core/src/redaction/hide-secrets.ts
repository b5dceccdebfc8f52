import type { Redaction } from '../features.ts'
import { type JsonValue, isJsonObject } from '../json/json.ts'
import { hideKeys } from './key-shapes.ts'
import { hidden } from './redacted.ts'
import { toData } from './to-data.ts'

/**
 * Returns any value as JSON data without secrets: without the forms of keys in texts and in names
 * of members, and without what `redaction` finds. Values that JSON does not have are described in
 * words. The data keeps its form: where the redaction would break the JSON, or throws, it gets each
 * text by itself.
 *
 * Throws what a getter or `toJSON` of the value throws.
 */
export function hideSecrets(value: unknown, redaction?: Redaction): JsonValue {
  const data = typeof value === 'string' ? value : (toData(value) as JsonValue)
  const shown = withoutKeys(data)
  return redaction ? redactJson(shown, redaction) : shown
}

function withoutKeys(value: JsonValue): JsonValue {
  if (typeof value === 'string') return hideLong(value)
  return mapJson(value, hideLong, withoutKeys)
}

/** Hides keys. No form of a key is shorter, and most names of members are. */
const hideLong = (text: string): string => (text.length < 8 ? text : hideKeys(text))

function redactJson(value: JsonValue, redaction: Redaction): JsonValue {
  const read = (text: string): string => redaction.text(text, text.length)
  try {
    const made = JSON.parse(read(JSON.stringify(value))) as JsonValue
    if (fits(value, made)) return made
  } catch {
    // It is read in pieces.
  }
  const again = (inner: JsonValue): JsonValue => redactJson(inner, redaction)
  if (typeof value === 'object' && value !== null) {
    return mapJson(value, (key) => redactJson(key, redaction) as string, again)
  }
  try {
    return read(String(value))
  } catch {
    return hidden
  }
}

/** Tells if data has the same form as before, apart from texts in place of some of it. */
function fits(was: JsonValue, is: JsonValue): boolean {
  if (typeof is === 'string' || was === is) return true
  if (typeof was !== 'object' || typeof is !== 'object' || !was || !is) return false
  const [old, now] = [Object.values(was), Object.values(is)]
  return (
    Array.isArray(was) === Array.isArray(is) &&
    old.length === now.length &&
    old.every((item, at) => fits(item as JsonValue, now[at] as JsonValue))
  )
}

function mapJson(
  value: JsonValue,
  toKey: (key: string) => string,
  toValue: (inner: JsonValue) => JsonValue,
): JsonValue {
  if (Array.isArray(value)) return value.map((item) => toValue(item as JsonValue))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value) as [string, JsonValue][]
  return Object.fromEntries(entries.map(([key, inner]) => [toKey(key), toValue(inner)]))
}
