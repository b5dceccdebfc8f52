import type * as client from './proxy-client.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ProxyConnection } from './proxy-request.ts'
import { type Loader, lazily } from '../lazily.ts'

/** Which model of which proxy. */
export interface ProxyModelOptions extends ProxyConnection {
  /** One of the ids the proxy allows, such as `openai/gpt-5`. */
  modelId: string
}

/** Loads the client, a chunk of its own. */
export const loadClient: Loader<typeof client> = lazily(() => import('./proxy-client.ts'))

/** A model behind a proxy. */
export interface ProxyModel extends LanguageModelV4 {
  /** Fetches the client's code ahead of the first call. Never rejects. */
  preload(): Promise<void>
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
export function createProxyModel(options: ProxyModelOptions): ProxyModel {
  return {
    specificationVersion: 'v4',
    provider: 'ambit-proxy',
    modelId: options.modelId,
    supportedUrls: {},
    preload: loadClient.ahead,
    doStream: async (call) => (loadClient.loaded ?? (await loadClient())).openStream(options, call),
    doGenerate: async (call) => (await loadClient()).generate(options, call),
  }
}
