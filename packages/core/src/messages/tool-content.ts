import type { JsonValue } from '../json/json.ts'
import type { ToolMessage } from './message.ts'

/** Returns the JSON value of a ToolMessage; the text itself if it was cut and is not JSON. */
export function parseToolContent(message: ToolMessage): JsonValue {
  try {
    return JSON.parse(message.content) as JsonValue
  } catch {
    return message.content
  }
}
