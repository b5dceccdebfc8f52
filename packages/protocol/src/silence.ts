/** The time between two looks at something that should be heard of, in milliseconds. */
const tickMs = 15_000

/** The looks at a silent body after which its connection counts as dead: 75 seconds. */
const mostSilent = 5

/**
 * Resolves or rejects as `work` does. Calls `onSilent` once `ticks` times 15 seconds have passed
 * before that. A page that was frozen, or a computer that slept, counts as one tick: what has
 * arrived meanwhile is read first.
 */
export async function watchSilence<T>(
  work: Promise<T>,
  ticks: number,
  onSilent: () => void,
): Promise<T> {
  let left = ticks
  const timer = setInterval(() => {
    left -= 1
    if (left === 0) onSilent()
  }, tickMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}

/**
 * Reads the next bytes of a body whose server sends a comment when it has nothing else to say.
 * After 75 seconds without a byte, cancels the body, which then reads as ended.
 */
export const readAlive = (
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReturnType<typeof reader.read> =>
  watchSilence(reader.read(), mostSilent, () => void reader.cancel().catch(() => undefined))
