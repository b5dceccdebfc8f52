import { AgentError } from '../errors/agent-error.ts'
import { checkNumber, refuseValue } from './check-values.ts'

/**
 * The limits of one run. A limit that is left out, or is `Infinity`, never ends a run; only
 * `iterations` has a default.
 */
export interface Limits {
  /** The most model calls. A whole number from 1. Default 10. */
  readonly iterations?: number | undefined
  /**
   * The most tokens: prompt and completion tokens of all model calls, and the `tokens` that tools
   * charge. A whole number from 0; 0 blocks the first call.
   */
  readonly tokens?: number | undefined
  /**
   * The most US dollars: model calls by the agent's `rates`, and the `costUsd` that tools charge.
   */
  readonly costUsd?: number | undefined
  /** The most handlers that run. */
  readonly toolCalls?: number | undefined
  /** The most milliseconds from start to end. Waits for people do not count. */
  readonly wallMs?: number | undefined
  /**
   * The most calls of one tool with equal arguments in a row, over all iterations. A call of
   * another tool, or with other arguments, begins a new row. A whole number from 1.
   */
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

/**
 * Checks limits. Throws `AgentError`, naming the limit, for an unknown key and for a value that is
 * not a number in range. Also throws for limits that are no plain object.
 */
export function checkLimits(limits: Limits = {}): void {
  // A list or a Map has entries, but they limit nothing.
  if (typeof limits !== 'object' || limits === null || Symbol.iterator in limits) {
    refuseValue('limits', limits, 'an object, such as { tokens: 50_000 }')
  }
  for (const [key, limit] of Object.entries(limits) as [keyof Limits, number | undefined][]) {
    if (!Object.hasOwn(ranges, key)) {
      throw new AgentError(
        `There is no limit "${key}", so it would limit nothing. Use one of: ${Object.keys(ranges).join(', ')}.`,
      )
    }
    checkNumber(`\`limits.${key}\``, limit, { most: Number.POSITIVE_INFINITY, ...ranges[key] })
  }
}
