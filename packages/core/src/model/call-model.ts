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

/** What one model call needs. */
export interface ModelCall {
  readonly model: LanguageModelV4
  readonly request: ModelRequest
  readonly cancellation: Cancellation
  readonly clock: Clock
  readonly random: () => number
  readonly retry: ModelRetry
  /** A fresh assembler for each attempt. */
  readonly createAssembler: () => ResponseAssembler
  readonly onRetry: (retry: { attempt: number; delayMs: number; error: ModelError }) => void
}

/** What came, and what went wrong, if anything did. Both are set when a stream failed in the middle. */
export interface ModelOutcome {
  readonly response: ModelResponse
  readonly error?: ModelError | undefined
  /** What it used, once that is counted. */
  readonly usage?: Usage | undefined
}

/**
 * Calls the model, again where that may help and nothing was shown yet. Resolves with what came even when the call fails or is cancelled, so that
 * nothing shown is lost.
 */
export async function callModel(call: ModelCall): Promise<ModelOutcome> {
  for (let attempt = 1; ; attempt++) {
    const assembler = call.createAssembler()
    const thrown = await stream(call, assembler).then(
      () => assembler.failure,
      // A connection that breaks behind a whole answer takes nothing from it.
      (error: unknown) =>
        assembler.failure &&
        (error ??
          new ModelError('The model failed.', { code: 'model_failed', isRetryable: false })),
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

/** Nobody waits longer than a minute for a provider that says so: the person is told instead. */
const mayRetry = ({ retry }: ModelCall, error: ModelError): boolean =>
  retry.isRetryable(error) && (error.retryAfterMs ?? 0) <= 60_000

/** How long a stream may stay open behind a whole answer. */
const graceMs = 50

/** Reads the stream to its end, or to the cancel, which ends it at once whatever the model does. */
async function stream(call: ModelCall, assembler: ResponseAssembler): Promise<void> {
  const { model, request, cancellation } = call
  const opening = Promise.resolve(model.doStream({ ...request, abortSignal: cancellation.signal }))
  // A model that answers after the cancel is hung up on.
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
    // The answer is whole. The stream is read to its end, so that the connection can be used again; one that is kept open holds nobody up.
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

/** Doubles from the initial delay to the largest, with up to a quarter taken off so that clients do not come back together. */
function backoff({ retry, random }: ModelCall, attempt: number, error: ModelError): number {
  if (error.retryAfterMs !== undefined) return error.retryAfterMs
  const full = Math.min(retry.initialDelayMs * 2 ** (attempt - 1), retry.maxDelayMs)
  return Math.round(full * (1 - random() / 4))
}

/** False when the wait was cut short by a cancel. */
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
