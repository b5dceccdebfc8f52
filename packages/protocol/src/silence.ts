/** The time between two looks at something that should be heard of, in milliseconds. */
const tickMs = 15_000

/** The looks at a silent body after which its connection counts as dead: after 75 to 90 seconds. */
const mostSilent = 5

/** A watch over something that should be heard of. */
export interface SilenceWatch {
  /** Takes note that something was heard: the time begins anew. */
  heard(): void
  /** Ends the watch. */
  stop(): void
}

/**
 * Calls `onSilent` once nothing was heard for `ticks` times 15 seconds, or up to 15 seconds more. A
 * page that was frozen, or a computer that slept, counts as one tick: what has arrived meanwhile is
 * read first.
 */
export function watchSilence(ticks: number, onSilent: () => void): SilenceWatch {
  let left = ticks
  let isHeard = false
  // One timer for all that is heard: a timer for each piece would cost more than to read it.
  const timer = setInterval(() => {
    left = isHeard ? ticks : left - 1
    isHeard = false
    if (left === 0) onSilent()
  }, tickMs)
  return {
    heard: () => {
      isHeard = true
    },
    stop: () => clearInterval(timer),
  }
}

/**
 * Watches a body whose server sends a comment when it has nothing else to say. After 75 to 90
 * seconds without a byte, cancels the body, which then reads as ended.
 */
export const watchBody = (reader: ReadableStreamDefaultReader<Uint8Array>): SilenceWatch =>
  watchSilence(mostSilent, () => void reader.cancel().catch(() => undefined))
