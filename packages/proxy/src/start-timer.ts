/** The longest time of a timer, in milliseconds, about 24 days. A longer one would end at once. */
export const longestTimerMs: number = 2 ** 31 - 1

/**
 * Calls `then` once, after `ms` milliseconds. Never for 0, `Infinity`, or any time over 24 days.
 *
 * @returns The timer, for `clearTimeout`.
 */
export const startTimer = (
  then: () => void,
  ms: number,
): ReturnType<typeof setTimeout> | undefined =>
  ms > 0 && ms <= longestTimerMs ? setTimeout(then, ms) : undefined
