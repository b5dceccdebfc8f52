import type { ModelError } from '../errors/model-error.ts'

/** The mark by which the AI SDK recognises its `APICallError`, also one of another copy of it. */
const marks = ['vercel.ai.error', 'vercel.ai.error.AI_APICallError']

/**
 * Adds to a {@link ModelError} what the AI SDK reads of its `APICallError`. So `generateText` and
 * `streamText` retry a failure that a retry may fix, after the time that the proxy asks for. The
 * properties are not enumerable, and hold no body.
 *
 * @returns The same error.
 * @see https://ai-sdk.dev/docs/reference/ai-sdk-errors/ai-api-call-error
 */
export function toCallError(error: ModelError, url: string): ModelError {
  const { status, retryAfterMs } = error
  const values = {
    statusCode: status,
    responseHeaders:
      retryAfterMs === undefined ? {} : { 'retry-after-ms': String(Math.ceil(retryAfterMs)) },
    url,
    requestBodyValues: {},
    ...Object.fromEntries(marks.map((mark) => [Symbol.for(mark), true])),
  }
  for (const key of Reflect.ownKeys(values)) {
    Object.defineProperty(error, key, { value: Reflect.get(values, key), configurable: true })
  }
  return error
}
