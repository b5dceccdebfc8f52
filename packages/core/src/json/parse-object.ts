import { isJsonObject, isWritableJson } from './json.ts'

/** Returns the JSON object in a text; undefined if the text is none, or is nested too deeply. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) && isWritableJson(value) ? value : undefined
  } catch {
    return undefined
  }
}
