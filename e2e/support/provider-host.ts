import { startDemoServer, type DemoServer } from './demo-server.ts'
import { ModelServer } from './model-server.ts'

/** The providers: the configuration of the demo server, and the form of the provider's wire. */
const providers = {
  openai: {
    model: 'gpt-5',
    key: 'sk-planted-e2e-0123456789abcdef',
    prefix: 'OPENAI',
    wire: { path: '/v1/responses', keyHeader: 'authorization' },
  },
  anthropic: {
    model: 'claude-sonnet-5-5',
    key: 'sk-ant-planted-e2e-0123456789abcdef',
    prefix: 'ANTHROPIC',
    wire: { path: '/v1/messages', keyHeader: 'x-api-key' },
  },
} as const

export type ProviderName = keyof typeof providers
export const providerNames = Object.keys(providers) as ProviderName[]

/** A demo server with a provider's key, and the server that stands in for that provider. */
export interface ProviderHost {
  readonly demo: DemoServer
  readonly models: ModelServer
  readonly key: string
  readonly wire: { readonly path: string; readonly keyHeader: string }
  /** The address of the example on this server, with this provider's model. */
  readonly url: string
}

export interface ProviderHosts extends AsyncDisposable {
  /**
   * Returns the host of a provider, and starts it if it is needed for the first time. The host has
   * an empty script.
   */
  of(provider: ProviderName): Promise<ProviderHost>
}

export function createProviderHosts(): ProviderHosts {
  const stack = new AsyncDisposableStack()
  const hosts = new Map<ProviderName, Promise<ProviderHost>>()

  const start = async (provider: ProviderName): Promise<ProviderHost> => {
    const { key, model, prefix, wire } = providers[provider]
    const models = stack.use(await ModelServer.start(key))
    const demo = stack.use(
      await startDemoServer({
        [`${prefix}_API_KEY`]: key,
        [`${prefix}_BASE_URL`]: `${models.url}/v1`,
        AMBIT_MODELS: `${provider}/${model}`,
      }),
    )
    return { demo, models, key, wire, url: `${demo.url}?model=${provider}/${model}` }
  }

  return {
    async of(provider) {
      let host = hosts.get(provider)
      if (!host) hosts.set(provider, (host = start(provider)))
      const { models } = await host
      models.reset()
      return host
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
