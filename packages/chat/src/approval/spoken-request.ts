import type { ApprovalRequest } from '@ambit/core'
import { valueText } from '../tool-card/value-text.ts'

const MOST_CHARS = 400

/**
 * Returns the arguments of a call as text to be spoken: each with its name, at most 400 characters.
 */
export function spokenRequest({ args }: Pick<ApprovalRequest, 'args'>): string {
  const said = Object.entries(args).map(([name, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return `${name}: ${text.slice(0, MOST_CHARS)}`
  })
  const line = valueText(said.join(', ')).replaceAll(/\s+/g, ' ')
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)}…` : line
}
