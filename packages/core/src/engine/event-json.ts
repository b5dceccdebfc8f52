import { toErrorJson, toReasonJson } from '../errors/error-json.ts'
import { isPlainJson } from '../json/json.ts'
import { toJsonText } from '../json/json-text.ts'

/**
 * Returns an event as JSON has it. Errors keep their names, messages and codes. Values that JSON
 * does not have are in the form that a model would get.
 */
export function toEventJson(event: object): Record<string, unknown> {
  const json: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(event)) json[key] = toJson(key, value)
  return json
}

function toJson(key: string, value: unknown): unknown {
  if (key === 'error') return toErrorJson(value)
  if (key === 'reason' && typeof value === 'object') return toReasonJson(value)
  if (isPlainJson(value)) return value
  try {
    return JSON.parse(toJsonText(value))
  } catch {
    return null
  }
}
