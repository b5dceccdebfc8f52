import type { ApprovalRequest } from '@ambit/core'
import { valueText } from '../tool-card/value-text.ts'

const MOST_CHARS = 400

/** What a call would be made with, to be heard: each argument with its name, 400 characters at most. */
export function spokenRequest({ args }: Pick<ApprovalRequest, 'args'>): string {
  const said = Object.entries(args).map(([name, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return `${name}: ${text.slice(0, MOST_CHARS)}`
  })
  const line = valueText(said.join(', ')).replaceAll(/\s+/g, ' ')
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)}…` : line
}
