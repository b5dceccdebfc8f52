import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider'
import { collectParts } from '../wire/collect-parts.ts'
import { ModelError } from '../errors/model-error.ts'
import { type NamedParts, Prefixes } from './prefixes.ts'
import { type Body, type ProxyConnection, proxyRequest, readHeaders } from './proxy-request.ts'
import { type Uplink, compressBody, mayBeEncoding, noteEncoding } from './uplink.ts'
import { toCallError } from './to-call-error.ts'
import { apiKeyHeader, iterationHeader, modelPath, runIdHeader } from '../wire/routes.ts'
import { encodeCall } from '../wire/call.ts'
import { readParts } from '../wire/decode-parts.ts'
import type { WireErrorCode } from '../wire/error.ts'
import type { WirePart } from '../wire/part.ts'

/** The proxy, and the model of it that is called. */
export type Target = ProxyConnection & { readonly modelId: string; readonly uplink: Uplink }

/** Sends a call to the model endpoint and returns the stream of its parts. */
export async function openStream(
  target: Target,
  call: LanguageModelV4CallOptions,
): Promise<LanguageModelV4StreamResult> {
  try {
    const kept = await target.uplink.prefixes?.find(call)
    const response = await post(forCall(target, call.headers ?? {}), call, kept)
    const revive = (part: WirePart): LanguageModelV4StreamPart => reviveError(part, target.baseURL)
    return { stream: readParts(bodyOf(response, target), revive, call.abortSignal) }
  } catch (thrown) {
    throw thrown instanceof ModelError ? toCallError(thrown, target.baseURL) : thrown
  }
}

/**
 * Sends a call, compressed if the proxy takes it so, and without the parts that it keeps. If it has
 * not got them, the whole call is sent at once. Another server of the same address may be older:
 * after a refusal the whole call is sent once more, as it is.
 */
async function post(
  target: Target,
  call: LanguageModelV4CallOptions,
  kept: NamedParts | undefined,
): Promise<Response> {
  const { uplink, modelId } = target
  const prefixes = (uplink.prefixes ??= new Prefixes())
  const body = encodeCall(modelId, call, kept)
  const compressed = await compressBody(uplink, body)
  const send = (sent: Body): Promise<Response> =>
    proxyRequest(target, modelPath, sent, call.abortSignal)
  let response: Response
  try {
    response = await send(compressed)
    if (kept) prefixes.hit()
  } catch (thrown) {
    if (!ModelError.isInstance(thrown)) throw thrown
    const isUnknown = thrown.code === ('unknown_prefix' satisfies WireErrorCode)
    const isRefused = mayBeEncoding(thrown.status) && (kept !== undefined || compressed !== body)
    if (kept && (isUnknown || isRefused)) prefixes.miss(kept)
    if (kept && isUnknown) return post(target, call, undefined)
    if (!isRefused) throw thrown
    response = await send(kept ? encodeCall(modelId, call) : body)
  }
  noteEncoding(uplink, response)
  prefixes.note(call, response)
  return response
}

/** Returns the event stream of a response. Throws if there is none. */
function bodyOf(response: Response, { baseURL }: Target): ReadableStream<Uint8Array> {
  if (response.body && isEventStream(response)) return response.body
  response.body?.cancel().catch(() => {})
  throw new ModelError(
    `The answer of ${baseURL} is not a model stream. A login page or another server may have answered. Check \`baseURL\` and the sign-in.`,
    { code: 'invalid_response', isRetryable: false, status: response.status },
  )
}

/** Sends a call and resolves with the whole answer. */
export const generate = async (
  target: Target,
  call: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> => collectParts((await openStream(target, call)).stream)

/** Returns the target of one call: with the user's key, and with headers that know the call. */
function forCall(connection: Target, given: CallHeaders): Target {
  const { [apiKeyHeader]: apiKey, [runIdHeader]: runId, [iterationHeader]: iteration } = given
  return {
    ...connection,
    headers: async ({ signal }) => {
      const at = { runId, iteration: iteration === undefined ? undefined : +iteration, signal }
      const headers = await readHeaders(connection, at)
      if (apiKey !== undefined) headers.set(apiKeyHeader, apiKey)
      return headers
    },
  }
}

type CallHeaders = NonNullable<LanguageModelV4CallOptions['headers']>

const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true

function reviveError(part: WirePart, url: string): LanguageModelV4StreamPart {
  if (part.type !== 'error') return part
  const { message, retryable, ...rest } = part.error
  const error = new ModelError(message, { ...rest, isRetryable: retryable })
  return { type: 'error', error: toCallError(error, url) }
}
