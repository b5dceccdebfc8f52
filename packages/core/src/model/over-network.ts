import { PartStream, toSource } from '@ambit/protocol'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { ModelError } from '../errors/model-error.ts'
import { toModelError } from './model-errors.ts'

/** The state of the page as the engine needs it; made by `pageLifecycle`. */
export interface Lifecycle {
  /** Returns false if the browser says that there is no network. This machine is there still. */
  isOnline(): boolean
  /** Calls `listener` when the network is back, until the returned function is called. */
  onOnline(listener: () => void): () => void
  /**
   * Calls `listener` when the page was suspended for so long that its connections must be dead,
   * until the returned function is called.
   */
  onWake(listener: () => void): () => void
  /**
   * Calls `listener` when the page begins to leave, until the returned function is called. The
   * promise resolves if the page stays after all. Some browsers end the requests of a page that
   * leaves before they end the page. Default: a request never ends so.
   */
  onLeave?: ((listener: (stays: Promise<void>) => void) => () => void) | undefined
}

/**
 * Wraps a model for a page that may be offline or asleep. Each request is tried, because a server
 * on this machine needs no network. One that reaches nobody while there is no network waits for it
 * and is sent again, which is not counted as a retry of `sendRequest`. A stream broken by sleep
 * ends with a `network` error and is retried if nothing was shown yet. `onWaiting` is called when a
 * request begins to wait.
 */
export function overNetwork(
  model: LanguageModelV4,
  lifecycle: Lifecycle,
  onWaiting: () => void,
): LanguageModelV4 {
  const doStream: LanguageModelV4['doStream'] = async (options) => {
    const { abortSignal } = options
    for (;;) {
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
        if (lifecycle.isOnline() || !isUnreached(error)) throw error
      }
      onWaiting()
      await untilOnline(lifecycle, abortSignal)
    }
  }
  const { specificationVersion, provider, modelId, supportedUrls } = model
  const doGenerate: LanguageModelV4['doGenerate'] = (options) => model.doGenerate(options)
  return { specificationVersion, provider, modelId, supportedUrls, doGenerate, doStream }
}

/** Whether an error does not say that anybody has answered, or that the request cannot be sent. */
function isUnreached(error: unknown): boolean {
  const { kind, status } = toModelError(error, 0)
  return kind === 'network' || (kind === 'model_failed' && status === undefined)
}

const asleep = (): ModelError =>
  new ModelError('The page was suspended, so the connection to the model is lost. Try again.', {
    kind: 'network',
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

/** Wraps a stream: reading it rejects as soon as the connection is known to be dead. */
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
      // Parts that a dead connection still brings are dropped.
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
