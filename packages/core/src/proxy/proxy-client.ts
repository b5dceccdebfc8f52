import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider'
import { collectParts } from './collect-parts.ts'
import { ModelError } from '../errors/model-error.ts'
import { type ProxyConnection, proxyRequest, readHeaders } from './proxy-request.ts'
import { toCallError } from './to-call-error.ts'
import { apiKeyHeader, modelPath } from '../wire/routes.ts'
import { encodeCall } from '../wire/call.ts'
import { readParts } from '../wire/decode-parts.ts'
import type { WirePart } from '../wire/part.ts'

/** The proxy, and the model of it that is called. */
type Target = ProxyConnection & { readonly modelId: string }

/** Sends a call to the model endpoint and returns the stream of its parts. */
export async function openStream(
  target: Target,
  call: LanguageModelV4CallOptions,
): Promise<LanguageModelV4StreamResult> {
  const body = encodeCall(target.modelId, call)
  const connection = withApiKey(target, call.headers?.[apiKeyHeader])
  try {
    const response = await proxyRequest(connection, modelPath, body, call.abortSignal)
    const revive = (part: WirePart): LanguageModelV4StreamPart => reviveError(part, target.baseURL)
    return { stream: readParts(bodyOf(response, target), revive, call.abortSignal) }
  } catch (thrown) {
    throw thrown instanceof ModelError ? toCallError(thrown, target.baseURL) : thrown
  }
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

const withApiKey = (connection: ProxyConnection, apiKey: string | undefined): ProxyConnection =>
  apiKey === undefined
    ? connection
    : {
        ...connection,
        headers: async () => {
          const headers = await readHeaders(connection)
          headers.set(apiKeyHeader, apiKey)
          return headers
        },
      }

const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true

function reviveError(part: WirePart, url: string): LanguageModelV4StreamPart {
  if (part.type !== 'error') return part
  const { message, retryable, ...rest } = part.error
  const error = new ModelError(message, { ...rest, isRetryable: retryable })
  return { type: 'error', error: toCallError(error, url) }
}
