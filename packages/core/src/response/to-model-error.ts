import { ModelError } from '../errors/model-error.ts'

/**
 * Whatever a model threw or put into its stream, as a `ModelError`. Of a foreign error only the status and the retry advice are read: its text
 * may hold a body or a key. `now`, in milliseconds since the Unix epoch, turns a `Retry-After` date into a wait.
 */
export function toModelError(thrown: unknown, now: number): ModelError {
  if (ModelError.isInstance(thrown)) return thrown
  const { statusCode, status, isRetryable, responseHeaders, code, type } = asRecord(thrown)
  const httpStatus = [statusCode, status].find((value) => typeof value === 'number')
  if (httpStatus !== undefined) {
    return new ModelError(`The model answered with status ${httpStatus}.`, {
      code: codeOf(httpStatus),
      status: httpStatus,
      isRetryable: typeof isRetryable === 'boolean' ? isRetryable : isRetryableStatus(httpStatus),
      retryAfterMs: readRetryAfter(asRecord(responseHeaders), now),
      cause: thrown,
    })
  }
  // Browsers report every network failure as a bare TypeError.
  if (thrown instanceof TypeError && /fetch|network|load failed/i.test(thrown.message)) {
    return new ModelError('The model could not be reached. Check the connection and the address.', {
      code: 'network',
      isRetryable: true,
      cause: thrown,
    })
  }
  const word = [type, code].find((value) => typeof value === 'string')
  const overloaded = word !== undefined && /overloaded|rate_limit|server_error|timeout/.test(word)
  return new ModelError('The model failed in mid answer.', {
    code: overloaded ? 'overloaded' : 'model_failed',
    isRetryable: isRetryable === true || overloaded,
    cause: thrown,
  })
}

/** The statuses after which the same request may succeed. */
export const isRetryableStatus = (status: number): boolean =>
  status === 408 || status === 409 || status === 429 || status >= 500

function codeOf(status: number): string {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 413) return 'too_large'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'upstream_error' : 'invalid_request'
}

/** Milliseconds from `retry-after-ms`, or from `retry-after` in seconds or as a date. */
function readRetryAfter(headers: Record<string, unknown>, now: number): number | undefined {
  const after = headers['retry-after']
  const seconds = Number(after) * 1_000
  const date = Date.parse(String(after)) - now
  return [Number(headers['retry-after-ms']), seconds, date].find((value) => value >= 0)
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
