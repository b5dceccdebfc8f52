/** Turns parts into a stream with a pause before each one but the first; an abort ends the pause and the stream at once. */
export function pace<T>(
  parts: Iterator<T>,
  delayMs: number,
  signal: AbortSignal | undefined,
): ReadableStream<T> {
  let isFirst = true
  let endPause: (() => void) | undefined
  const onAbort = (stream: ReadableStreamDefaultController<T>) => () => {
    stream.error(signal?.reason)
    endPause?.()
  }
  let stopListening = () => {}
  return new ReadableStream<T>(
    {
      start(stream) {
        const listener = onAbort(stream)
        signal?.addEventListener('abort', listener, { once: true })
        stopListening = () => signal?.removeEventListener('abort', listener)
      },
      async pull(stream) {
        if (!isFirst && delayMs > 0) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, delayMs)
            endPause = () => {
              clearTimeout(timer)
              resolve()
            }
          })
          endPause = undefined
        }
        isFirst = false
        if (signal?.aborted) return
        const next = parts.next()
        if (next.done) {
          stopListening()
          stream.close()
        } else stream.enqueue(next.value)
      },
      cancel() {
        stopListening()
        endPause?.()
      },
    },
    // Nothing is prepared ahead, so an abort leaves no part behind.
    { highWaterMark: 0 },
  )
}
