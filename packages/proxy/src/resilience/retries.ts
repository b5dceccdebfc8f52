import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { abortableRequest } from '../abortable.ts'
import { checkNumbers } from '../check-numbers.ts'
import { ProxyError } from '../proxy-error.ts'
import { longestTimerMs } from '../start-timer.ts'
import { type BreakerOptions, createBreakers } from './breaker.ts'
import { peekParts } from './peek-parts.ts'

/** The options of `retries`, for providers that fail before their answer begins. */
export interface RetriesOptions {
  /**
   * The retries of one model, after the first try. Before each, waits as long as the provider asks.
   * If it does not ask, waits a random time: at most 0.5 seconds, doubled each time, up to 8.
   * Default: 0.
   */
  maxRetries?: number | undefined
  /** The longest time to wait in all, in milliseconds. `Infinity` for no limit. Default: 60,000. */
  maxWaitMs?: number | undefined
  /**
   * The other models to ask after a model has failed, by the id of that model. Each must be allowed
   * too. Default: none.
   */
  fallback?: Readonly<Record<string, readonly string[]>> | undefined
  /**
   * The circuit breaker, which pauses a model that fails too often. `true` uses its defaults.
   * Default: none.
   */
  breaker?: BreakerOptions | boolean | undefined
}

/** The retries of a proxy, made by `retries` and given to `createProxy`. */
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
 * and only on failures that a retry may fix. The page's own loop retries too, so use them for
 * clients that do not.
 *
 * @throws TypeError for a number that is negative, or none.
 *
 * @example
 * const fallback = { 'openai/gpt-5': ['openai/gpt-5-mini'] }
 * createProxy({ …, retries: retries({ maxRetries: 1, fallback }) })
 */
export function retries(options: RetriesOptions = {}): Retries {
  const { maxRetries = 0, maxWaitMs = 60_000, breaker = false } = options
  checkNumbers('retries', { maxRetries, maxWaitMs })
  const fallback = new Map(Object.entries(options.fallback ?? {}))
  const shared = breaker ? createBreakers(breaker === true ? {} : breaker) : undefined
  return {
    peek: peekParts,
    async run(modelId, signal, attempt, hasOwnKey = false) {
      const breakers = hasOwnKey ? undefined : shared
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
