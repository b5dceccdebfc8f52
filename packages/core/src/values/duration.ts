import { AgentError } from '../errors/agent-error.ts'
import type { Duration } from './duration-text.ts'

export type { Duration } from './duration-text.ts'

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/**
 * A duration in milliseconds. Throws `AgentError`, naming `option`, for anything that is not a positive finite
 * number of milliseconds or such a number with a unit.
 */
export function parseDuration(duration: Duration, option: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(String(duration))
  const ms = match ? Number(match[1]) * (unitMs[match[2] ?? ''] ?? Number.NaN) : duration
  if (typeof ms === 'number' && Number.isFinite(ms) && ms > 0) return ms
  throw new AgentError(
    `\`${option}\` is ${JSON.stringify(duration)}. Give positive milliseconds, or '500ms', '10s', '5m', '1h'.`,
  )
}
