import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { ModelError } from '../errors/model-error.ts'
import { PartStream, toSource } from '../wire/part-stream.ts'

/** What the engine asks of the page it runs in; made by `pageLifecycle` of `@ambit/browser`. */
export interface Lifecycle {
  /** False when there surely is no network. */
  isOnline(): boolean
  /** Calls back when the network is there again, until the returned function is called. */
  onOnline(listener: () => void): () => void
  /** Calls back when the page has stood still so long that its connections must be dead, until the returned function is called. */
  onWake(listener: () => void): () => void
}

/**
 * The model as a page reaches it that may be offline or asleep: a request waits for the network instead of failing, goes out once when it is back, and a stream that a sleep has cut is
 * ended as `network`, which is retried where nothing was shown yet.
 */
export function overNetwork(
  model: LanguageModelV4,
  lifecycle: Lifecycle,
  onWaiting: () => void,
): LanguageModelV4 {
  const online = async (signal: AbortSignal | undefined): Promise<void> => {
    if (lifecycle.isOnline()) return
    onWaiting()
    await untilOnline(lifecycle, signal)
  }
  const doStream: LanguageModelV4['doStream'] = async (options) => {
    const { abortSignal } = options
    for (;;) {
      await online(abortSignal)
      const own = new AbortController()
      const signal = abortSignal ? AbortSignal.any([abortSignal, own.signal]) : own.signal
      const watch = lifecycle.onWake(() => own.abort(asleep()))
      try {
        const { stream, ...rest } = await model.doStream({ ...options, abortSignal: signal })
        return { ...rest, stream: endOnWake(stream, own.signal, watch) }
      } catch (error) {
        watch()
        if (abortSignal?.aborted) throw error
        if (own.signal.aborted) throw own.signal.reason
        if (lifecycle.isOnline()) throw error
      }
    }
  }
  const { specificationVersion, provider, modelId, supportedUrls } = model
  const doGenerate: LanguageModelV4['doGenerate'] = (options) => model.doGenerate(options)
  return { specificationVersion, provider, modelId, supportedUrls, doGenerate, doStream }
}

const asleep = (): ModelError =>
  new ModelError('The page stood still, and the connection to the model is lost.', {
    code: 'network',
    isRetryable: true,
  })

function untilOnline(lifecycle: Lifecycle, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  if (signal?.aborted) return Promise.reject(signal.reason as Error)
  const abort = (): void => reject(signal?.reason as Error)
  signal?.addEventListener('abort', abort, { once: true })
  const stop = lifecycle.onOnline(resolve)
  return promise.finally(() => {
    stop()
    signal?.removeEventListener('abort', abort)
  })
}

/** A stream whose reader is told at once when the connection is known to be dead. */
function endOnWake(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  woken: AbortSignal,
  stop: () => void,
): ReadableStream<LanguageModelV4StreamPart> {
  const source = toSource(stream)
  const { promise: cut, reject } = Promise.withResolvers<never>()
  cut.catch(() => undefined)
  woken.addEventListener('abort', () => reject(woken.reason as Error), { once: true })
  return new PartStream({
    async read(take, isEnough) {
      // What a dead connection still brings belongs to nobody.
      const takeLive = (part: LanguageModelV4StreamPart): void => void (woken.aborted || take(part))
      try {
        const goesOn = await Promise.race([source.read(takeLive, isEnough), cut])
        if (!goesOn) stop()
        return goesOn
      } catch (error) {
        stop()
        throw error
      }
    },
    cancel(reason) {
      stop()
      return source.cancel(reason)
    },
  })
}
