import type { ApprovalRequest } from '@ambit/core'
import { withoutId } from '../tool-card/tool-title.ts'
import { valueText } from '../tool-card/value-text.ts'

const MOST_CHARS = 400

/**
 * Returns the arguments of a call as text to be spoken: each with its name, at most 400 characters.
 */
export function spokenRequest({ args, label }: Pick<ApprovalRequest, 'args' | 'label'>): string {
  const said = Object.entries(withoutId(args, label)).map(([name, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return `${name}: ${text.slice(0, MOST_CHARS)}`
  })
  const line = valueText(said.join(', ')).replaceAll(/\s+/g, ' ')
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)}…` : line
}
