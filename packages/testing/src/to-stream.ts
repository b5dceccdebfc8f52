import { checkOptions } from '@ambit/core'
/** The behaviour of a stream apart from its values. */
export interface StreamBehaviour<T> {
  /** Waits before a value is sent. An error of this function breaks the stream. */
  readonly before?: ((value: T, index: number) => void | PromiseLike<void>) | undefined
  /** The error with which the stream breaks after its last value, in place of an end. */
  readonly breakWith?: unknown
  /** True for a stream that stays open after its last value. */
  readonly hang?: boolean | undefined
  /** The signal that breaks the stream with its reason, as with a fetch. */
  readonly signal?: AbortSignal | undefined
  /** Called once, when the stream has ended, has broken, or was cancelled by its reader. */
  readonly onEnd?: (() => void) | undefined
}

/** Creates a stream of values, one for each read, with the faults in `behaviour`. */
export function toStream<T>(
  values: Iterable<T>,
  behaviour: StreamBehaviour<T> = {},
): ReadableStream<T> {
  checkOptions('`toStream`', behaviour, {
    before: '',
    breakWith: 'error',
    hang: '',
    onEnd: '',
    signal: '',
  })
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
