import { cleanText } from '../markdown/text-intake.ts'
import { messageOf } from './message-of.ts'

const facts = ['code', 'kind', 'status', 'tool', 'runId'] as const

/**
 * Returns the facts that help to examine an error: its kind, message and ids, one on each line.
 * Leaves out everything else that the error carries.
 */
export function errorDetails(error: unknown): string {
  const lines = facts.flatMap((name) => {
    const value = factOf(error, name)
    return value === undefined ? [] : [`${name}: ${value}`]
  })
  const message = `${factOf(error, 'name') ?? 'Error'}: ${messageOf(error) ?? ''}`
  return cleanText([message, ...lines].join('\n'))
}

/** Reads a short value of an error. Never throws, whatever the error is. */
function factOf(error: unknown, name: string): string | number | undefined {
  try {
    if (typeof error !== 'object' || error === null) return undefined
    const value: unknown = Reflect.get(error, name)
    if (typeof value === 'number') return value
    return typeof value === 'string' && value.length <= 200 ? value : undefined
  } catch {
    return undefined
  }
}
