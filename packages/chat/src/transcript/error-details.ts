import { cleanText } from '../markdown/text-intake.ts'
import { messageOf } from './message-of.ts'

const facts = ['code', 'status', 'tool', 'runId'] as const

/** What helps those who look into an error: its kind, message and ids, a line each. Nothing else of it, whatever it carries. */
export function errorDetails(error: unknown): string {
  const lines = facts.flatMap((name) => {
    const value = factOf(error, name)
    return value === undefined ? [] : [`${name}: ${value}`]
  })
  const message = `${factOf(error, 'name') ?? 'Error'}: ${messageOf(error) ?? ''}`
  return cleanText([message, ...lines].join('\n'))
}

/** A short value of an error, survived whatever was thrown. */
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
