import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { ModelError } from '../errors/model-error.ts'
import type { Cancellation } from '../cancellation.ts'
import type { Clock } from '../clock.ts'
import type { ModelRequest } from './request.ts'
import type { ModelResponse } from './response.ts'
import type { Usage } from '../budget/usage.ts'
import type { ModelRetry } from '../options/retry.ts'
import type { ResponseAssembler } from './response-assembler.ts'
import { toSource } from '../wire/part-stream.ts'
import { invalidResponse, toModelError } from './model-errors.ts'

/** The model, the request and the ports of one model call. */
export interface ModelCall {
  readonly model: LanguageModelV4
  readonly request: ModelRequest
  readonly cancellation: Cancellation
  readonly clock: Clock
  readonly random: () => number
  readonly retry: ModelRetry
  /** Creates a fresh assembler for an attempt. */
  readonly createAssembler: () => ResponseAssembler
  readonly onRetry: (retry: { attempt: number; delayMs: number; error: ModelError }) => void
}

/** The outcome of a model call. A stream that failed in the middle has a response and an error. */
export interface ModelOutcome {
  readonly response: ModelResponse
  readonly error?: ModelError | undefined
  /** The usage of the call, once it is counted. */
  readonly usage?: Usage | undefined
}

/**
 * Calls the model, and retries while that may help and nothing was shown yet. Resolves also if the
 * call fails or is cancelled, with the response so far, so that nothing shown is lost.
 */
export async function callModel(call: ModelCall): Promise<ModelOutcome> {
  for (let attempt = 1; ; attempt++) {
    const assembler = call.createAssembler()
    const thrown = await stream(call, assembler).then(
      () => assembler.failure,
      // A connection that breaks after a whole answer does no harm to it.
      (error: unknown) =>
        assembler.failure &&
        (error ??
          new ModelError('The model failed. It gave no reason.', {
            code: 'model_failed',
            isRetryable: false,
          })),
    )
    if (thrown === undefined || call.cancellation.reason) return { response: assembler.response }
    const error = toModelError(thrown, call.clock.now())
    if (assembler.hasContent || attempt > call.retry.maxRetries || !mayRetry(call, error)) {
      return { response: { ...assembler.response, finishReason: undefined }, error }
    }
    const delayMs = backoff(call, attempt, error)
    call.onRetry({ attempt, delayMs, error })
    if (!(await wait(call, delayMs))) return { response: assembler.response }
  }
}

/**
 * Tells if a failed call may be retried. A provider that asks for more than a minute gets no retry.
 */
const mayRetry = ({ retry }: ModelCall, error: ModelError): boolean =>
  retry.isRetryable(error) && (error.retryAfterMs ?? 0) <= 60_000

/** The time for which a stream may stay open after a whole answer. */
const graceMs = 50

/** Reads the stream to its end. A cancel ends the reading at once, whatever the model does. */
async function stream(call: ModelCall, assembler: ResponseAssembler): Promise<void> {
  const { model, request, cancellation } = call
  const opening = Promise.resolve(model.doStream({ ...request, abortSignal: cancellation.signal }))
  // The stream of a model that answers after the cancel is cancelled, too.
  const late = (): unknown => opening.then(({ stream }) => stream.cancel()).catch(() => undefined)
  const { stream, response } = await cancellation.race(opening).catch((error: unknown) => {
    if (cancellation.reason) void late()
    throw error
  })
  const source = toSource(stream)
  const end = (reason?: unknown): void => void source.cancel(reason).catch(() => undefined)
  const stop = cancellation.onCancel(end)
  let hangUp: unknown
  const take = (part: LanguageModelV4StreamPart): void => {
    if (cancellation.reason) return
    assembler.add(part)
    // The answer is whole. The stream is read to its end, so that the connection can be used again.
    // A stream that stays open is ended soon.
    if (part.type === 'finish') hangUp ??= call.clock.setTimeout(end, graceMs)
  }
  try {
    await source.read(take, () => false)
  } finally {
    stop()
    call.clock.clearTimeout(hangUp)
  }
  if (cancellation.reason) return
  const { failure } = assembler
  const type = response?.headers?.['content-type'] ?? 'text/event-stream'
  if (assembler.hasContent || type.startsWith('text/event-stream')) return
  if (ModelError.isInstance(failure) && failure.code === 'stream_cut') throw invalidResponse()
}

/**
 * Returns the delay before a retry, in milliseconds: the provider's, or one that doubles up to the
 * maximum. Up to a quarter is taken off, so that clients do not come back together.
 */
function backoff({ retry, random }: ModelCall, attempt: number, error: ModelError): number {
  if (error.retryAfterMs !== undefined) return error.retryAfterMs
  const full = Math.min(retry.initialDelayMs * 2 ** (attempt - 1), retry.maxDelayMs)
  return Math.round(full * (1 - random() / 4))
}

/** Waits. Resolves with false if a cancel cut the wait short. */
function wait({ clock, cancellation }: ModelCall, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = clock.setTimeout(() => {
      stop()
      resolve(true)
    }, ms)
    const stop = cancellation.onCancel(() => {
      clock.clearTimeout(timer)
      resolve(false)
    })
  })
}
