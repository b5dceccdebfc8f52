import { abortable, abortableRequest } from '../abortable.ts'
import { ProxyError } from '../proxy-error.ts'
import { longestTimerMs } from '../start-timer.ts'
import { fromUpstream } from '../upstream-error.ts'
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'

/** How to retry, as it was checked. */
export interface RetryOptions {
  maxRetries: number
  maxWaitMs: number
  fallback: ReadonlyMap<string, readonly string[]>
  breaker: BreakerOptions | false
}

type Parts = ReadableStream<LanguageModelV4StreamPart>

/** The retries of a proxy. */
export interface Retries {
  /**
   * Returns the result of `attempt` for the first model that answers.
   *
   * @param hasOwnKey True for a call with a user's own key. Such a call is retried, but asks no
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
  peek: (parts: Parts, signal: AbortSignal) => Promise<Parts>
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
            const answer = await (breakers ? breakers.run(id, attempt) : attempt(id))
            return id === modelId ? answer : named(answer, id)
          } catch (thrown) {
            // A fallback that cannot be asked says nothing about the failure of the first model.
            if (id !== modelId && cannotBeAsked(thrown)) break
            last = thrown
            if (!isRetryable(thrown) || signal.aborted) throw thrown
            if (thrown.code === 'upstream_paused') break
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

/** Lets the parts of an answer tell which model gave them, so that the client counts its price. */
function named<Answer>(answer: Answer, modelId: string): Answer {
  if (!(answer instanceof ReadableStream)) return answer
  const naming = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
    transform(part, to) {
      if (part.type !== 'finish') return to.enqueue(part)
      const { providerMetadata } = part
      to.enqueue({ ...part, providerMetadata: { ...providerMetadata, ambit: { modelId } } })
    },
  })
  return answer.pipeThrough(naming) as Answer
}

const isRetryable = (thrown: unknown): thrown is ProxyError =>
  thrown instanceof ProxyError && thrown.retryable && thrown.code.startsWith('upstream_')

const cannotBeAsked = (thrown: unknown): boolean =>
  thrown instanceof ProxyError && /^(no_key|model_not_allowed)$/.test(thrown.code)

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Promise((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, longestTimerMs))
  })
  await abortableRequest(waiting, signal).finally(() => clearTimeout(timer))
}

/** When a circuit breaker pauses a model that fails too often. */
export interface BreakerOptions {
  failures: number
  minCalls: number
  windowMs: number
}

/**
 * Creates the breakers of models. After a pause one call is allowed, a probe: an answer ends the
 * pause, and a failure renews it. If the probe tells neither, the next call is one.
 */
function createBreakers({ failures: share, minCalls, windowMs }: BreakerOptions) {
  const fresh = () => ({ startedAt: Date.now(), calls: 0, failures: 0, pausedUntil: 0 })
  const states = new Map<string, ReturnType<typeof fresh>>()

  function stateOf(id: string): ReturnType<typeof fresh> {
    const known = states.get(id)
    const isOver = known?.pausedUntil === 0 && Date.now() - known.startedAt >= windowMs
    const state = known && !isOver ? known : fresh()
    states.set(id, state)
    return state
  }

  /** Returns true for a probe. Throws `upstream_paused` during a pause. */
  function check(id: string): boolean {
    const state = stateOf(id)
    const waitMs = state.pausedUntil - Date.now()
    if (waitMs > 0) throw new ProxyError('upstream_paused', { retryAfterMs: waitMs })
    const isProbe = state.pausedUntil > 0
    // The other calls stay paused until this one has ended.
    if (isProbe) state.pausedUntil = Date.now() + windowMs
    return isProbe
  }

  function failed(id: string): void {
    const state = stateOf(id)
    state.calls += 1
    state.failures += 1
    if (state.calls >= minCalls && state.failures >= state.calls * share) {
      state.pausedUntil = Date.now() + windowMs
    }
  }

  return {
    /** Returns the result of `attempt`, and counts it. Throws `upstream_paused` during a pause. */
    async run<Answer>(id: string, attempt: (id: string) => Promise<Answer>): Promise<Answer> {
      const isProbe = check(id)
      try {
        const answer = await attempt(id)
        const state = stateOf(id)
        if (state.pausedUntil > 0) states.delete(id)
        else state.calls += 1
        return answer
      } catch (thrown) {
        // A time limit that has passed is a failure too.
        if (isRetryable(thrown)) failed(id)
        else if (isProbe) stateOf(id).pausedUntil = Date.now()
        throw thrown
      }
    },
  }
}

/** The types of parts that may come before the first content of an answer. */
const preliminary = /^(stream-start|response-metadata|raw|ping)$/

/**
 * Returns the parts of `stream`, once its first content has come.
 *
 * @throws ProxyError for an answer that begins with an error.
 */
async function peekParts(stream: Parts, signal: AbortSignal): Promise<Parts> {
  const reader = stream.getReader()
  const first: LanguageModelV4StreamPart[] = []
  try {
    for (;;) {
      const { done, value } = await abortable(reader.read(), signal)
      if (done) break
      if (value.type === 'error') {
        throw fromUpstream(value.error, new ProxyError('upstream_error'), true)
      }
      first.push(value)
      if (!preliminary.test(value.type)) break
    }
  } catch (thrown) {
    reader.cancel(thrown).catch(() => {})
    throw thrown
  }
  return new ReadableStream(
    {
      async pull(controller) {
        const part = first.shift()
        if (part) return controller.enqueue(part)
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
