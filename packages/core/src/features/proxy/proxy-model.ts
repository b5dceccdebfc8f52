import type * as client from './proxy-client.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ProxyConnection } from './proxy-request.ts'
import type { Uplink } from './proxy-client.ts'
import { inDevelopment } from '../../dev/in-development.ts'
import { type Loader, lazily } from '../../lazily.ts'

/** The options of {@link createProxyModel}. */
export interface ProxyModelOptions extends ProxyConnection {
  /**
   * The model's id, one of those that the proxy allows, such as `openai/gpt-5`. For a user who
   * chooses a model, a function that returns the id: it is called for each call of the model.
   */
  modelId: string | (() => string)
}

/** Loads the client, which is a separate chunk. */
export const loadClient: Loader<typeof client> = lazily(() => import('./proxy-client.ts'))

/** A model behind a proxy. */
export interface ProxyModel extends LanguageModelV4 {
  /** Fetches the client's code before the first call. Never rejects. */
  preload(): Promise<void>
  /**
   * Asks the proxy once for the bytes of the largest call that it takes, files in base64 included.
   * Resolves with `Infinity` if it has no limit. Resolves with undefined if it does not tell, or
   * does not answer in 5 seconds. Never rejects.
   */
  maxBytes(): Promise<number | undefined>
}

/**
 * Creates a model that calls an `@ambit/proxy`. It holds no key and needs no provider package.
 *
 * Every failure is a {@link ModelError}. `doStream` throws it before the stream starts; afterwards
 * it is an `error` part of the stream. Nothing is retried here. A stream that ends early has no
 * `finish` part, and an `error` part with the code `stream_cut`. So has a stream without a byte for
 * 75 to 90 seconds: a proxy sends comments. A request without an answer for 150 seconds fails with
 * `network`; a large one has more time. The AI SDK recognises an error as its `APICallError`, so
 * its own retries work.
 *
 * When the call's signal aborts, the request is aborted at once. The call rejects, or the stream
 * errors, with the signal's reason. Of the call's own `headers`, only the user's key is sent, if
 * the agent's `request.apiKey` set one. A body of over 4,096 characters is compressed with gzip,
 * once an answer of the proxy has said that it takes that. Parts of a call that the proxy keeps are
 * named by their SHA-256 and not sent, once an answer has offered it.
 *
 * @throws AgentError in development for an option of another type, and for an empty `modelId`.
 *
 * @example
 * const model = createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' })
 */
export function createProxyModel(options: ProxyModelOptions): ProxyModel {
  inDevelopment('proxyModel', options)
  const uplink: Uplink = { takesGzip: false }
  const target = (): client.Target => {
    const { modelId } = options
    return { ...options, uplink, modelId: typeof modelId === 'function' ? modelId() : modelId }
  }
  return {
    specificationVersion: 'v4',
    provider: 'ambit-proxy',
    get modelId() {
      return target().modelId
    },
    supportedUrls: {},
    preload: loadClient.ahead,
    maxBytes: () =>
      loadClient()
        .then((client) => client.maxBytesOf(target()))
        .catch(() => undefined),
    doStream: async (call) =>
      (loadClient.loaded ?? (await loadClient())).openStream(target(), call),
    doGenerate: async (call) => (await loadClient()).generate(target(), call),
  }
}
