import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { ProxyError } from '../proxy-error.ts'
import { abortableRequest } from '../abortable.ts'
import { peekParts } from './peek-parts.ts'
import { type BreakerOptions, createBreakers } from './breaker.ts'

/** What to do when a provider fails before its answer begins. */
export interface RetriesOptions {
  /** Tries of one model after the first, with 0.5 to 8 seconds of random waiting between. Default: 0. */
  maxRetries?: number | undefined
  /** All waiting together, in milliseconds. Default: 60,000. */
  maxWaitMs?: number | undefined
  /** Other models to ask after one has failed, by its id. Each must be an allowed one too. */
  fallback?: Readonly<Record<string, readonly string[]>> | undefined
  /** Leaves a model alone for a while when it fails too often. Default: never. */
  breaker?: BreakerOptions | boolean | undefined
}

/** Made by `retries`, given to `createProxy`. */
export interface Retries {
  /** What `attempt` gives for the first model that answers. */
  run: <Answer>(
    modelId: string,
    signal: AbortSignal,
    attempt: (modelId: string) => Promise<Answer>,
  ) => Promise<Answer>
  /** A model's answer, once its first content has come. @throws ProxyError when it begins with an error. */
  peek: (
    parts: ReadableStream<LanguageModelV4StreamPart>,
    signal: AbortSignal,
  ) => Promise<ReadableStream<LanguageModelV4StreamPart>>
}

/**
 * Retries, fallbacks and a circuit breaker, all before the first byte of an answer and only for
 * failures that another try may mend. The page's own loop retries too: use this where clients do not.
 *
 * @example
 * createProxy({ …, retries: retries({ maxRetries: 1, fallback: { 'openai/gpt-5': ['openai/gpt-5-mini'] } }) })
 */
export function retries(options: RetriesOptions = {}): Retries {
  const { maxRetries = 0, maxWaitMs = 60_000, breaker = false } = options
  const fallback = new Map(Object.entries(options.fallback ?? {}))
  const breakers = breaker ? createBreakers(breaker === true ? {} : breaker) : undefined
  return {
    peek: peekParts,
    async run(modelId, signal, attempt) {
      let waitLeft = maxWaitMs
      let last: unknown
      for (const id of [modelId, ...(fallback.get(modelId) ?? [])]) {
        for (let nth = 0; nth <= maxRetries; nth++) {
          try {
            breakers?.check(id)
            const answer = await attempt(id)
            breakers?.succeeded(id)
            return answer
          } catch (thrown) {
            last = thrown
            if (!mayMend(thrown) || signal.aborted) throw thrown
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

const mayMend = (thrown: unknown): thrown is ProxyError =>
  thrown instanceof ProxyError && thrown.retryable && thrown.code.startsWith('upstream_')

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Promise((resolve) => (timer = setTimeout(resolve, ms)))
  await abortableRequest(waiting, signal).finally(() => clearTimeout(timer))
}
