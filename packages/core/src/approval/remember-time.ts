import { parseDuration } from '../options/retry.ts'
import type { ApproveOptions } from './approval-request.ts'

const hourMs = 3_600_000

/**
 * Returns the time to remember an approval, in milliseconds; undefined not to remember it. Throws
 * `AgentError` for a time that cannot be read.
 */
export function toRememberMs(remember: ApproveOptions['remember']): number | undefined {
  if (remember === undefined || remember === false) return undefined
  return remember === true ? hourMs : parseDuration(remember, 'remember')
}
