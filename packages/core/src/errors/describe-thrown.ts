import type { JsonValue } from '../json/json.ts'
import { AgentError } from './agent-error.ts'

/** A sentence for whatever was thrown. Reads nothing but `name` and `message`, and survives hostile objects. */
export function describeThrown(thrown: unknown): string {
  try {
    if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
      const { name, message } = thrown as { name?: unknown; message: unknown }
      const text = String(message)
      return typeof name === 'string' && name !== 'Error' ? `${name}: ${text}` : text
    }
    return String(thrown)
  } catch {
    return 'An object was thrown that cannot be read.'
  }
}

const fields = ['tool', 'issues', 'reason', 'timeoutMs', 'budgetKey', 'limit', 'spent'] as const

/**
 * What the model and the page are told of an error: an allow-list of fields of Ambit's own errors,
 * and only the message of any other, since a foreign error may carry anything.
 */
export function toErrorReport(error: unknown): { error: Record<string, JsonValue> } {
  if (!AgentError.isInstance(error)) {
    return { error: { name: 'Error', message: describeThrown(error) } }
  }
  const report: Record<string, JsonValue> = { name: error.name, message: error.message }
  for (const field of fields) {
    const value = Reflect.get(error, field) as JsonValue | undefined
    if (value !== undefined && (field === 'issues' || typeof value !== 'object'))
      report[field] = value
  }
  return { error: report }
}
