import { AgentError } from '../errors/agent-error.ts'
import type { Duration } from '../clock.ts'
import { checkNumber, show } from './check-values.ts'

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/**
 * Converts a duration to milliseconds. Accepts a positive finite number of milliseconds, or such a
 * number with a unit. Throws `AgentError`, naming `option`, for anything else.
 */
export function parseDuration(duration: Duration, option: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(String(duration))
  const ms = match ? Number(match[1]) * (unitMs[match[2] ?? ''] ?? Number.NaN) : duration
  if (typeof ms === 'number' && Number.isFinite(ms) && ms > 0) return ms
  throw new AgentError(
    `\`${option}\` is ${show(duration)}. Give positive milliseconds, or '500ms', '10s', '5m', '1h'.`,
  )
}

/** The number of attempts in all, or that number with a pause between attempts. */
export type Retry = number | { readonly attempts: number; readonly delay?: Duration | undefined }

const once = Object.freeze({ attempts: 1, delayMs: 0 })

/**
 * Parses a tool's `retry` option. Throws `AgentError`, naming `owner`, for fewer than one attempt
 * or a malformed delay.
 */
export function parseRetry(
  retry: Retry | undefined,
  owner: string,
): { attempts: number; delayMs: number } {
  if (retry === undefined) return once
  const isObject = typeof retry === 'object' && retry !== null
  // Only a retry that is left out means the default.
  const { attempts = null, delay } = isObject ? retry : { attempts: retry, delay: undefined }
  checkNumber(`\`retry\` of ${owner}, which counts the attempts in all,`, attempts, {
    least: 1,
    isWhole: true,
  })
  return {
    attempts: Number(attempts),
    delayMs: delay === undefined ? 0 : parseDuration(delay, `retry.delay of ${owner}`),
  }
}
