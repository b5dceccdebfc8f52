/** How a stream behaves beside the values it holds. */
export interface StreamBehaviour<T> {
  /** Waits before a value goes out; what it throws breaks the stream. */
  readonly before?: ((value: T, index: number) => void | PromiseLike<void>) | undefined
  /** Breaks the stream after its last value, in place of ending it. */
  readonly breakWith?: unknown
  /** After the last value the stream stays open. */
  readonly hang?: boolean | undefined
  /** Breaks the stream with the signal's reason, as a fetch does. */
  readonly signal?: AbortSignal | undefined
  /** Called once, when the stream has ended, broken or been cancelled by its reader. */
  readonly onEnd?: (() => void) | undefined
}

/** A stream of values, one for each read, with whatever faults it is told to have. */
export function toStream<T>(
  values: Iterable<T>,
  behaviour: StreamBehaviour<T> = {},
): ReadableStream<T> {
  const { before, hang, signal } = behaviour
  const iterator = values[Symbol.iterator]()
  let index = 0
  let over = false
  let onAbort: (() => void) | undefined
  const end = (): boolean => {
    if (over) return false
    over = true
    if (onAbort) signal?.removeEventListener('abort', onAbort)
    behaviour.onEnd?.()
    return true
  }
  return new ReadableStream<T>(
    {
      start(controller) {
        onAbort = () => {
          if (end()) controller.error(signal?.reason)
        }
        if (signal?.aborted) onAbort()
        else signal?.addEventListener('abort', onAbort)
      },
      async pull(controller) {
        const { done, value } = iterator.next()
        if (!done) {
          try {
            await before?.(value, index++)
          } catch (thrown) {
            if (end()) controller.error(thrown)
            return
          }
          if (!over) controller.enqueue(value)
        } else if ('breakWith' in behaviour) {
          if (end()) controller.error(behaviour.breakWith)
        } else if (hang) {
          await new Promise(() => undefined)
        } else if (end()) controller.close()
      },
      cancel() {
        end()
      },
    },
    { highWaterMark: 0 },
  )
}
