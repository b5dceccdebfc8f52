import { AgentError } from '../errors/agent-error.ts'
import { checkNumber } from './check-values.ts'

/** How far one run may go. A limit that is left out never trips, `iterations` aside; nor does `Infinity`. */
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

const ranges: Record<keyof Limits, Parameters<typeof checkNumber>[2]> = {
  iterations: { least: 1, isWhole: true },
  tokens: { isWhole: true },
  costUsd: {},
  toolCalls: { isWhole: true },
  wallMs: {},
  identicalCalls: { least: 1, isWhole: true },
}

/** Throws `AgentError`, naming the limit, for a key that does not exist and a value that is no number in range. */
export function checkLimits(limits: Limits = {}): void {
  for (const [key, limit] of Object.entries(limits) as [keyof Limits, number | undefined][]) {
    if (!Object.hasOwn(ranges, key)) {
      throw new AgentError(`There is no limit "${key}". Limits: ${Object.keys(ranges).join(', ')}.`)
    }
    checkNumber(`\`limits.${key}\``, limit, { most: Number.POSITIVE_INFINITY, ...ranges[key] })
  }
}
