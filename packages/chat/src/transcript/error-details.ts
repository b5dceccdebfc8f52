import { cleanText } from '../markdown/text-intake.ts'
import { messageOf } from './message-of.ts'

const facts = ['code', 'kind', 'status', 'tool', 'runId'] as const

/**
 * Returns the facts that help to examine an error: its kind, message and ids, one on each line.
 * Leaves out everything else that the error carries.
 */
export function errorDetails(error: unknown): string {
  const lines = facts.flatMap((name) => {
    const value = factOf(error, name) ?? factOf(read(error, 'details'), name)
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
    return Reflect.get(from as object, name)
  } catch {
    // Not everything that is thrown is an object, and a getter may throw.
    return undefined
  }
}
