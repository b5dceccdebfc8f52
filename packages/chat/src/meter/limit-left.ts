import type { ProxyUsage } from '@ambit/core'

/** One limit of the user that is shown: the one of which the smallest part is left. */
export interface LimitLeft {
  readonly kind: 'tokens' | 'costUsd'
  readonly left: number
  readonly max: number
  /** The time from which all of it is there again, in milliseconds since the Unix epoch. */
  readonly until?: number | undefined
}

/**
 * Returns what is left of the user's tokens or money; undefined if the proxy limits neither. The
 * limits of a minute say nothing about a day, so they are left out.
 */
export function limitLeft({ tokens, costUsd }: ProxyUsage, now: number): LimitLeft | undefined {
  const limits = [
    { kind: 'costUsd' as const, use: costUsd },
    { kind: 'tokens' as const, use: tokens },
  ].flatMap(({ kind, use }): LimitLeft[] => {
    if (!use) return []
    const { left, max, resetsInMs } = use
    return [{ kind, left, max, until: resetsInMs === undefined ? undefined : now + resetsInMs }]
  })
  const share = ({ left, max }: LimitLeft): number => (max > 0 ? left / max : 0)
  return limits.sort((a, b) => share(a) - share(b))[0]
}
