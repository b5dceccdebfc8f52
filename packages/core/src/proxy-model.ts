import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { collectParts } from './collect-parts.ts'
import { ModelError } from './errors/model-error.ts'
import { proxyRequest, type ProxyConnection } from './proxy-request.ts'
import { apiKeyHeader } from './wire/api-key.ts'
import { encodeCall } from './wire/call.ts'
import { decodeParts } from './wire/decode-parts.ts'
import type { WirePart } from './wire/part.ts'
import { modelPath } from './wire/paths.ts'

/** Which model of which proxy. */
export interface ProxyModelOptions extends ProxyConnection {
  /** One of the ids the proxy allows, such as `openai/gpt-5`. */
  modelId: string
}

/**
 * A model behind an `@ambit/proxy`: the browser's client of its model endpoint. It holds no key and
 * needs no provider package.
 *
 * Whatever fails is a {@link ModelError}: thrown by `doStream` before the stream begins, an `error`
 * part in it afterwards. Nothing is retried here. A stream that ends early has no `finish` part and
 * an `error` part with the code `stream_cut`. Aborting the call's signal aborts the request at once
 * and rejects, or errors the stream, with the signal's reason. Of the call's own `headers` only
 * the user's key goes along, where the agent's `apiKey` put one.
 *
 * @example
 * const model = createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' })
 */
export function createProxyModel(options: ProxyModelOptions): LanguageModelV4 {
  const { modelId } = options

  const doStream: LanguageModelV4['doStream'] = async (call) => {
    const body = encodeCall(modelId, call)
    const connection = withApiKey(options, call.headers?.[apiKeyHeader])
    const response = await proxyRequest(connection, modelPath, body, call.abortSignal)
    if (!response.body || !isEventStream(response)) {
      response.body?.cancel().catch(() => {})
      throw new ModelError(
        `${options.baseURL} answered with something other than a model stream. A login page or another server may be in its place.`,
        { code: 'invalid_response', isRetryable: false, status: response.status },
      )
    }
    const parts = decodeParts(response.body, call.abortSignal)
    return { stream: parts.pipeThrough(new TransformStream({ transform: reviveError })) }
  }

  return {
    specificationVersion: 'v4',
    provider: 'ambit-proxy',
    modelId,
    supportedUrls: {},
    doStream,
    doGenerate: async (call) => collectParts((await doStream(call)).stream),
  }
}

const withApiKey = (connection: ProxyConnection, apiKey: string | undefined): ProxyConnection =>
  apiKey === undefined
    ? connection
    : {
        ...connection,
        headers: async () => {
          const headers = new Headers(await connection.headers?.())
          headers.set(apiKeyHeader, apiKey)
          return headers
        },
      }

const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true

function reviveError(
  part: WirePart,
  controller: TransformStreamDefaultController<LanguageModelV4StreamPart>,
): void {
  if (part.type !== 'error') return controller.enqueue(part)
  const { message, retryable, ...rest } = part.error
  const error = new ModelError(message, { ...rest, isRetryable: retryable })
  controller.enqueue({ type: 'error', error })
}
