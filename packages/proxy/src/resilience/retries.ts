import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { abortableRequest } from '../abortable.ts'
import { ProxyError } from '../proxy-error.ts'
import { longestTimerMs } from '../start-timer.ts'
import { type BreakerOptions, createBreakers } from './breaker.ts'
import { peekParts } from './peek-parts.ts'

/** How to retry, as it was checked. */
export interface RetryOptions {
  /** The retries of one model, after the first try. */
  maxRetries: number
  /** The longest time to wait in all, in milliseconds. */
  maxWaitMs: number
  /** The other models to ask after a model has failed, by the id of that model. */
  fallback: ReadonlyMap<string, readonly string[]>
  breaker: BreakerOptions | false
}

/** The retries of a proxy. */
export interface Retries {
  /**
   * Returns the result of `attempt` for the first model that answers.
   *
   * @param hasOwnKey True for a call with a person's own key. Such a call is retried, but asks no
   * other model, whose key is the server's. The circuit breaker does not count it, nor stop it.
   */
  run: <Answer>(
    modelId: string,
    signal: AbortSignal,
    attempt: (modelId: string) => Promise<Answer>,
    hasOwnKey?: boolean,
  ) => Promise<Answer>
  /**
   * Returns a model's answer, once its first content has come.
   *
   * @throws ProxyError if the answer begins with an error.
   */
  peek: (
    parts: ReadableStream<LanguageModelV4StreamPart>,
    signal: AbortSignal,
  ) => Promise<ReadableStream<LanguageModelV4StreamPart>>
}

/**
 * Creates retries, fallbacks and a circuit breaker. They act before the first byte of an answer,
 * and only on failures that a retry may fix.
 */
export function createRetries(options: RetryOptions): Retries {
  const { maxRetries, maxWaitMs, fallback } = options
  const shared = options.breaker && createBreakers(options.breaker)
  return {
    peek: peekParts,
    async run(modelId, signal, attempt, hasOwnKey = false) {
      const breakers = (!hasOwnKey && shared) || undefined
      const others = hasOwnKey ? [] : (fallback.get(modelId) ?? [])
      let waitLeft = maxWaitMs
      let last: unknown
      for (const id of [modelId, ...others]) {
        for (let nth = 0; nth <= maxRetries; nth++) {
          try {
            breakers?.check(id)
            const answer = await attempt(id)
            breakers?.succeeded(id)
            return answer
          } catch (thrown) {
            last = thrown
            if (!isRetryable(thrown) || signal.aborted) throw thrown
            if (thrown.code === 'upstream_paused') break
            breakers?.failed(id)
            const waitMs = thrown.retryAfterMs ?? Math.random() * Math.min(8000, 500 * 2 ** nth)
            if (nth === maxRetries || waitMs > waitLeft) break
            waitLeft -= waitMs
            await pause(waitMs, signal)
          }
        }
      }
      throw last
    },
  }
}

const isRetryable = (thrown: unknown): thrown is ProxyError =>
  thrown instanceof ProxyError && thrown.retryable && thrown.code.startsWith('upstream_')

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Promise((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, longestTimerMs))
  })
  await abortableRequest(waiting, signal).finally(() => clearTimeout(timer))
}
