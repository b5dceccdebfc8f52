import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider'
import { collectParts } from './collect-parts.ts'
import { ModelError } from '../errors/model-error.ts'
import { type ProxyConnection, proxyRequest, readHeaders } from './proxy-request.ts'
import { type Uplink, compressBody, mayBeEncoding, noteAnswer } from './uplink.ts'
import { toCallError } from './to-call-error.ts'
import { apiKeyHeader, iterationHeader, modelPath, runIdHeader } from '../wire/routes.ts'
import { encodeCall } from '../wire/call.ts'
import { readParts } from '../wire/decode-parts.ts'
import type { WirePart } from '../wire/part.ts'

/** The proxy, and the model of it that is called. */
export type Target = ProxyConnection & { readonly modelId: string; readonly uplink: Uplink }

/** Sends a call to the model endpoint and returns the stream of its parts. */
export async function openStream(
  target: Target,
  call: LanguageModelV4CallOptions,
): Promise<LanguageModelV4StreamResult> {
  const body = encodeCall(target.modelId, call)
  const connection = forCall(target, call.headers ?? {})
  try {
    const response = await post(connection, target.uplink, body, call.abortSignal)
    const revive = (part: WirePart): LanguageModelV4StreamPart => reviveError(part, target.baseURL)
    return { stream: readParts(bodyOf(response, target), revive, call.abortSignal) }
  } catch (thrown) {
    throw thrown instanceof ModelError ? toCallError(thrown, target.baseURL) : thrown
  }
}

/**
 * Sends a body, compressed if the proxy takes it so. Another server of the same address may be
 * older: after a refusal the body is sent once more, as it is.
 */
async function post(
  connection: ProxyConnection,
  uplink: Uplink,
  body: string,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const compressed = await compressBody(uplink, body)
  const send = (sent: string | Blob): Promise<Response> =>
    proxyRequest(connection, modelPath, sent, signal)
  let response: Response
  try {
    response = await send(compressed)
  } catch (thrown) {
    const isRefused = ModelError.isInstance(thrown) && mayBeEncoding(thrown.status)
    if (compressed === body || !isRefused) throw thrown
    response = await send(body)
  }
  noteAnswer(uplink, response)
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

/** Returns the connection of one call: with the user's key, and with headers that know the call. */
function forCall(connection: ProxyConnection, given: CallHeaders): ProxyConnection {
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
