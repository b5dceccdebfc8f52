import { AgentError } from '../errors/agent-error.ts'

/** How far one run may go. A limit that is left out never trips, `iterations` aside. */
export interface Limits {
  /** Model calls. A whole number from 1. Default 10. */
  readonly iterations?: number | undefined
  /** Prompt and completion tokens of all model calls, and the `tokens` tools charge. 0 blocks the first call. */
  readonly tokens?: number | undefined
  /** US dollars, by the agent's `rates`, and the `costUsd` tools charge. */
  readonly costUsd?: number | undefined
  /** Handlers that are run. */
  readonly toolCalls?: number | undefined
  /** Milliseconds from start to end, waits for people aside. */
  readonly wallMs?: number | undefined
  /** How often one tool may be called with equal arguments. */
  readonly identicalCalls?: number | undefined
}

const units = {
  iterations: 'iterations',
  tokens: 'tokens',
  costUsd: 'USD',
  toolCalls: 'calls',
  wallMs: 'ms',
  identicalCalls: 'calls',
} as const satisfies Record<keyof Limits, string>

export type LimitKey = keyof Limits

/** What a limit counts. */
export const unitOf = (key: LimitKey): string => units[key]

/** Throws `AgentError`, naming the limit, for a key that does not exist and a value that is no number in range. */
export function checkLimits(limits: Limits | undefined): void {
  for (const [key, limit] of Object.entries(limits ?? {}) as [LimitKey, number | undefined][]) {
    if (!Object.hasOwn(units, key)) {
      throw new AgentError(`There is no limit "${key}". Limits: ${Object.keys(units).join(', ')}.`)
    }
    const least = key === 'iterations' || key === 'identicalCalls' ? 1 : 0
    const whole = key !== 'costUsd' && key !== 'wallMs'
    if (limit === undefined) continue
    if (!(limit >= least) || (whole && !Number.isInteger(limit))) {
      throw new AgentError(
        `\`limits.${key}\` is ${limit}. Give a ${whole ? 'whole ' : ''}number of ${units[key]} from ${least}.`,
      )
    }
  }
}
