import { parseRetryAfter, rejections, type WireErrorCode } from '@ambit/protocol'
import { ProxyError } from './proxy-error.ts'

/** The fields of the AI SDK's call and stream errors. Each may be missing or of another type. */
interface UpstreamFailure {
  name?: unknown
  statusCode?: unknown
  isRetryable?: unknown
  responseHeaders?: unknown
  responseBody?: unknown
  data?: unknown
  message?: unknown
}

/** The most characters of a provider's sentence. A longer one may repeat the request. */
const maxSentence = 1000

/**
 * Returns what a provider said about a failure. Undefined if it said nothing, and for a key that it
 * does not accept: it repeats letters of the key.
 */
function sentenceOf(thrown: unknown): string | undefined {
  const { statusCode, responseBody, message } = Object(thrown) as UpstreamFailure
  if (statusCode === 401 || statusCode === 403) return undefined
  const text = typeof message === 'string' ? message : messageIn(responseBody)
  return text === undefined || text === '' ? undefined : text.slice(0, maxSentence)
}

function messageIn(body: unknown): string | undefined {
  if (typeof body !== 'string') return undefined
  try {
    const { error, message = error } = Object(JSON.parse(body)) as Record<string, unknown>
    const said = (Object(error) as { message?: unknown }).message ?? message
    return typeof said === 'string' ? said : undefined
  } catch {
    return undefined
  }
}

/** The kinds of files, as providers name them and as people do. */
const files: readonly (readonly [RegExp, string])[] = [
  [/image/i, 'a picture'],
  [/document|pdf/i, 'a document'],
  [/audio/i, 'a sound'],
  [/video/i, 'a video'],
]

/**
 * Returns the error with a message for people that names the tool or the kind of file which the
 * provider refused. The names are the client's own. Returns the same error if it names neither.
 *
 * @param tools The names of the call's tools, in their order.
 */
export function nameFault(error: ProxyError, tools: readonly string[] = []): ProxyError {
  const { sentence = '', code } = error
  if (code !== 'upstream_rejected') return error
  const [, at, name] =
    /(?:\btools\.|\btools\[|function_?declarations\[)(?!\d+\]\.function_?declarations)(\d+)|\bfunction '([\w-]+)'/i.exec(
      sentence,
    ) ?? []
  const tool = at === undefined ? tools.find((known) => known === name) : tools[Number(at)]
  const inMessages = /\b(messages|content|input|contents|parts|source)\b|url|media/i.test(sentence)
  const file = inMessages ? files.find(([pattern]) => pattern.test(sentence))?.[1] : undefined
  const what = tool === undefined ? file && `${file} of the conversation` : `the tool "${tool}"`
  if (what === undefined) return error
  return withWords(error, { message: `The provider refused ${what}.` })
}

/** Returns an error with the same facts and these words, without its cause. */
function withWords(
  { code, message, retryable, retryAfterMs, upstreamStatus, isUnbilled, sentence }: ProxyError,
  words: { message?: string; sentence?: string | undefined },
): ProxyError {
  const facts = { message, retryable, retryAfterMs, upstreamStatus, isUnbilled, sentence }
  return new ProxyError(code, { ...facts, ...words })
}

/**
 * Returns the safe facts about a provider's failure: its kind, if a retry may help, how long to
 * wait. Drops text, body and headers, since providers repeat keys, prompts and internals in them. A
 * `ProxyError` stays as it is.
 *
 * @param fallback The error for a failure without details.
 * @param isAccepted True if the provider has answered 200 before. Then it may bill the request.
 */
export function fromUpstream(
  thrown: unknown,
  fallback: ProxyError,
  isAccepted: boolean = false,
): ProxyError {
  if (thrown instanceof ProxyError) return thrown
  return withWords(toFacts(thrown, fallback, isAccepted), { sentence: sentenceOf(thrown) })
}

function toFacts(thrown: unknown, fallback: ProxyError, isAccepted: boolean): ProxyError {
  const failure: UpstreamFailure = typeof thrown === 'object' && thrown !== null ? thrown : {}
  const { name, isRetryable, responseHeaders, data } = failure
  if (name === 'AI_LoadAPIKeyError') return new ProxyError('no_key', { isUnbilled: true })
  if (rejections.has(name)) return new ProxyError('upstream_rejected', { isUnbilled: true })
  // Some providers of the AI SDK report a stream without its end as invalid data: none.
  if (name === 'AI_InvalidResponseDataError' && data === undefined) {
    return new ProxyError('upstream_cut')
  }

  const { statusCode: status } = failure
  const retryable = isFinal(failure)
    ? false
    : typeof isRetryable === 'boolean'
      ? isRetryable
      : undefined
  // The AI SDK reports a stream that broke before its first event with the status 200.
  const isBroken = typeof status === 'number' && status < 300
  if (isBroken && isCut(thrown, 0)) {
    return new ProxyError('upstream_cut', { upstreamStatus: status })
  }
  if (typeof status !== 'number') {
    if (name !== 'AI_APICallError' && isCut(thrown, 0)) return new ProxyError('upstream_cut')
    const isUnbilled = !isAccepted && hasCode(thrown, unconnected)
    if (hasCode(thrown, connectTimeouts)) {
      return new ProxyError('upstream_connect_timeout', { isUnbilled: true })
    }
    // The AI SDK reports a failed connection as a call error without a status.
    if (name === 'AI_APICallError') {
      return new ProxyError('upstream_unreachable', { retryable, isUnbilled })
    }
    return retryable === undefined && !isUnbilled
      ? fallback
      : new ProxyError(fallback.code, { retryable: retryable ?? fallback.retryable, isUnbilled })
  }
  return new ProxyError(codeOf(status), {
    message: status === 404 ? noModel : status === 413 ? tooLarge : undefined,
    retryable,
    retryAfterMs: parseRetryAfter((header) => readHeader(responseHeaders, header), Date.now()),
    upstreamStatus: status,
    // A server that gave up waiting says nothing about the model behind it. The AI SDK gives the
    // error in the first event of a 200 a status of its own, but keeps the headers.
    isUnbilled:
      status >= 300 &&
      !gatewayTimeouts.has(status) &&
      !isAccepted &&
      !(name === 'AI_APICallError' && isEventStream(responseHeaders)),
  })
}

const noModel =
  'The provider has no such model, or another address. Choose another model, or check its name where the proxy runs.'

const tooLarge = 'The conversation is larger than the provider accepts.'

/**
 * Whether the provider says that a retry cannot help, although its status alone would allow it.
 */
function isFinal({ responseHeaders, responseBody }: UpstreamFailure): boolean {
  if (readHeader(responseHeaders, 'x-should-retry') === 'false') return true
  return (
    typeof responseBody === 'string' &&
    /"(enforced_spend_limit_reached|insufficient_quota)"/.test(responseBody)
  )
}

/** The statuses of a server that waited too long for the one behind it. */
const gatewayTimeouts: ReadonlySet<number> = new Set([408, 504, 524])

/** The codes of a connection that was not made in time. Node's fetch waits 10 seconds. */
const connectTimeouts = /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/

/** The codes of a connection that was not made, so that no request was sent. */
const unconnected =
  /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|.*CERT.*|ERR_TLS.*)$/

/** Whether an error, or one of its causes, has a code. Node's fetch puts it into the cause. */
function hasCode(thrown: unknown, codes: RegExp, depth: number = 0): boolean {
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return false
  const { code, cause } = thrown as { code?: unknown; cause?: unknown }
  return (typeof code === 'string' && codes.test(code)) || hasCode(cause, codes, depth + 1)
}

/** Whether a connection broke while an answer was read. */
function isCut(thrown: unknown, depth: number): boolean {
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return false
  const { code, message, cause } = thrown as { code?: unknown; message?: unknown; cause?: unknown }
  return (
    code === 'UND_ERR_SOCKET' ||
    code === 'ECONNRESET' ||
    (thrown instanceof TypeError && message === 'terminated') ||
    isCut(cause, depth + 1)
  )
}

function codeOf(status: number): WireErrorCode {
  if (status === 401 || status === 403) return 'upstream_unauthorized'
  if (status === 408 || status === 504) return 'upstream_timeout'
  if (status === 429) return 'upstream_rate_limited'
  if (status === 503 || status === 529) return 'upstream_overloaded'
  if (status === 413) return 'body_too_large'
  if (status === 409 || status >= 500) return 'upstream_error'
  if (status >= 400) return 'upstream_rejected'
  return status >= 300 ? 'upstream_redirect' : 'upstream_error'
}

const isEventStream = (headers: unknown): boolean =>
  readHeader(headers, 'content-type')?.startsWith('text/event-stream') ?? false

function readHeader(headers: unknown, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  const value: unknown = Reflect.get(headers, name)
  return typeof value === 'string' ? value : undefined
}
