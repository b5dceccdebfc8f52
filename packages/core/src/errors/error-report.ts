import type { JsonValue } from '../values/json.ts'
import { AgentError } from './agent-error.ts'
import { describeThrown } from './describe-thrown.ts'

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
