import type { JsonValue } from '../json/json.ts'
import { AgentError } from './agent-error.ts'

/** Describes any thrown value in a sentence. Reads only `name` and `message`, and never throws. */
export function describeThrown(thrown: unknown): string {
  try {
    if (thrown === undefined || thrown === null) return `${String(thrown)} was thrown.`
    if (typeof thrown === 'string') return thrown || 'An empty text was thrown.'
    if (typeof thrown === 'function') return 'A function was thrown.'
    if (typeof thrown !== 'object') return String(thrown as number | bigint | boolean | symbol)
    const { name, message } = thrown as { name?: unknown; message?: unknown }
    const kind = typeof name === 'string' && name !== 'Error' ? name : ''
    // An object as text is mostly `[object Object]`, and its fields may hold anything.
    if (typeof message === 'string' && message) return kind ? `${kind}: ${message}` : message
    return `${kind || 'An object'} was thrown without a message.`
  } catch {
    return 'An object was thrown that cannot be read.'
  }
}

/** Tells if a thrown value has words of the application. Never throws. */
export function hasText(thrown: unknown): boolean {
  try {
    if (typeof thrown === 'string') return thrown !== ''
    if (typeof thrown !== 'object' || thrown === null || AgentError.isInstance(thrown)) return false
    const { message } = thrown as { message?: unknown }
    return typeof message === 'string' && message !== ''
  } catch {
    return false
  }
}

const fields = [
  'code',
  'tool',
  'issues',
  'reason',
  'detail',
  'timeoutMs',
  'budgetKey',
  'limit',
  'spent',
] as const

/**
 * Returns the part of an error that the model and the page get. For Ambit's own errors, an
 * allow-list of fields. For any other error, only the message, because its fields may hold
 * anything. A handler that threw because the person declined its question reports that error.
 */
export function toErrorReport(thrown: unknown): { error: Record<string, JsonValue> } {
  const error = isOfDeclined(thrown) ? thrown.cause : thrown
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

const isOfDeclined = (thrown: unknown): thrown is AgentError =>
  AgentError.isInstance(thrown) &&
  AgentError.isInstance(thrown.cause) &&
  thrown.cause.name === 'AskDeclinedError'
