import { cleanText } from '../markdown/text-intake.ts'
import { messageOf } from './message-of.ts'

const facts = ['code', 'kind', 'status', 'tool', 'runId'] as const

/**
 * Returns the facts that help to examine an error: its kind, message and ids, one on each line.
 * Leaves out everything else that the error carries.
 */
export function errorDetails(error: unknown): string {
  const details = read(error, 'details')
  const lines = facts.flatMap((name) => {
    const value = factOf(error, name) ?? factOf(details, name)
    return value === undefined ? [] : [`${name}: ${value}`]
  })
  const message = `${factOf(error, 'name') ?? 'Error'}: ${messageOf(error) ?? ''}`
  return cleanText([message, ...lines].join('\n'))
}

/** Returns a short value of an error or of its details. */
function factOf(from: unknown, name: string): string | number | undefined {
  const value = read(from, name)
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.length <= 200 ? value : undefined
}

/** Reads a property. Never throws, whatever has it. */
function read(from: unknown, name: string): unknown {
  try {
    return typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
  } catch {
    return undefined
  }
}
