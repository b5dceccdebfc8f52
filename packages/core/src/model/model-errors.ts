// The reasons: decisions/0010 and decisions/0011.
import { AgentError } from '../errors/agent-error.ts'
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { isRetryableStatus, parseRetryAfter, rejections } from '@ambit/protocol'
import { ModelError } from '../errors/model-error.ts'
import type { FinishReason } from '../messages/message.ts'

/** The part that ends a whole stream. */
export type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>

/**
 * Returns the failure that the end of a stream shows; undefined if the answer is whole. With
 * `mayBeEmpty`, an answer without content is whole if the model ended it itself.
 */
export function findFailure(
  finish: FinishPart | undefined,
  hasContent: boolean,
  mayBeEmpty: boolean,
): ModelError | undefined {
  const reason = finish?.finishReason.unified
  if (reason === undefined || reason === 'interrupted') {
    return failed('stream_cut', streamCutMessage)
  }
  if (reason === 'error')
    return failed('model_failed', 'The model ended its answer with an error. Try again.')
  if (hasContent || reason === 'length' || reason === 'content-filter') return undefined
  if (mayBeEmpty && reason === 'stop') return undefined
  return failed('empty_response', 'The model ended without an answer. Try again.')
}

const streamCutMessage =
  'The answer was cut off before its end, so a part of it is missing. Try again.'

const failed = (kind: string, message: string): ModelError =>
  new ModelError(message, { kind, isRetryable: true })

/**
 * Returns the reason for which the model stopped. Some models give `stop` for an answer with calls,
 * or for a pause in which they wait for the next request. With an unknown reason, the calls may not
 * be whole.
 */
export function toFinishReason({ finishReason }: FinishPart, hasCalls: boolean): FinishReason {
  const { unified, raw } = finishReason
  if (raw === 'pause_turn') return 'other'
  if (unified === 'content-filter') return 'content_filter'
  if (unified === 'length') return unified
  if (hasCalls && unified !== 'other') return 'tool_calls'
  return unified === 'stop' ? unified : 'other'
}

/**
 * Converts anything that a model threw or put into its stream to a `ModelError`. Of a foreign
 * error, only the kind, the status and the retry advice are read: its text may hold a body or a
 * key. `now`, in milliseconds since the Unix epoch, turns a `Retry-After` date into a delay.
 */
export function toModelError(thrown: unknown, now: number): ModelError {
  if (thrown instanceof ModelError) return thrown
  // It is of another copy of the package, or has no class.
  if (AgentError.is(thrown, 'model'))
    return new ModelError(thrown.message, { ...thrown.details, cause: thrown })
  if (AgentError.is(thrown, 'load')) return notLoaded(thrown)
  const { name, cause } = asRecord(thrown)
  if (isUnreadable(name) || isUnreadable(asRecord(cause)['name'])) return invalidResponse(thrown)
  const { statusCode, status, isRetryable, responseHeaders } = asRecord(thrown)
  const httpStatus = [statusCode, status].find((value) => typeof value === 'number')
  if (httpStatus === undefined) return withoutStatus(thrown)
  if (httpStatus >= 200 && httpStatus < 300) return streamCut(thrown)
  const isSpent = wordsOf(thrown).some((word) => /insufficient_quota|billing/.test(word))
  return new ModelError(
    `The model answered with status ${httpStatus} instead of an answer. \`cause\` is the provider's error.`,
    {
      kind: isSpent ? 'spend_limit' : kindOf(httpStatus),
      status: httpStatus,
      isRetryable:
        !isSpent &&
        (typeof isRetryable === 'boolean' ? isRetryable : isRetryableStatus(httpStatus)),
      retryAfterMs: parseRetryAfter((name) => toText(asRecord(responseHeaders)[name]), now),
      cause: thrown,
    },
  )
}

function withoutStatus(thrown: unknown): ModelError {
  const { name, isRetryable } = asRecord(thrown)
  if (rejections.has(name)) {
    return new ModelError(
      'The package of the provider cannot express the request. `cause` says which part of it.',
      { kind: 'invalid_request', isRetryable: false, cause: thrown },
    )
  }
  // Browsers report every network failure as a bare TypeError. The AI SDK turns some of them into a
  // call error without a status.
  const isNetwork =
    name === 'AI_APICallError' ||
    (thrown instanceof TypeError &&
      /fetch|network|load failed|terminated|input stream/i.test(thrown.message))
  if (isNetwork) {
    return new ModelError('The model could not be reached. Check the connection and the address.', {
      kind: 'network',
      isRetryable: true,
      cause: thrown,
    })
  }
  const overloaded = wordsOf(thrown).some((word) =>
    /overloaded|rate_limit|server_error|timeout/.test(word),
  )
  return new ModelError('The model failed. `cause` is the error that was thrown.', {
    kind: overloaded ? 'overloaded' : 'model_failed',
    isRetryable: isRetryable === true || overloaded,
    cause: thrown,
  })
}

/** Whether an AI SDK provider threw because it could not read an answer, or an event of one. */
const isUnreadable = (name: unknown): boolean =>
  name === 'AI_JSONParseError' ||
  name === 'AI_TypeValidationError' ||
  name === 'AI_InvalidResponseDataError' ||
  name === 'AI_EmptyResponseBodyError'

/**
 * Creates the error for an answer that is not a model's. A retry would get the same answer again.
 */
export const invalidResponse = (cause?: unknown): ModelError =>
  new ModelError(
    'Something other than a model answered, perhaps a login page. Check the address of the model.',
    { kind: 'invalid_response', isRetryable: false, cause },
  )

/**
 * Whether an error in a stream means that the stream was cut. Some providers of the AI SDK report
 * the missing end as invalid data, and give none.
 */
export function isCutOff(thrown: unknown): boolean {
  const { name, data } = asRecord(thrown)
  return name === 'AI_InvalidResponseDataError' && data === undefined
}

/** Creates the error for a model that failed and gave no reason. */
export const modelFailed = (): ModelError =>
  new ModelError('The model failed, and gave no reason. Try again.', {
    kind: 'model_failed',
    isRetryable: false,
  })

/** Creates the error for a connection that broke after a good status, while the answer was read. */
export const streamCut = (cause: unknown): ModelError =>
  new ModelError(streamCutMessage, {
    kind: 'stream_cut',
    isRetryable: true,
    cause,
  })

/** Returns the fixed words by which a provider distinguishes its errors. */
function wordsOf(thrown: unknown): string[] {
  const { data } = asRecord(thrown)
  const { error, response } = asRecord(data)
  return [thrown, data, error, asRecord(response)['error']]
    .map(asRecord)
    .flatMap(({ type, code }) => [type, code])
    .filter((word) => typeof word === 'string')
}

function kindOf(status: number): string {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 413) return 'too_large'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'upstream_error' : 'invalid_request'
}

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Returns the error of a model whose own code could not be fetched. */
const notLoaded = (cause: AgentError<'load'>): ModelError =>
  new ModelError(cause.message, { kind: 'network', isRetryable: true, cause })
