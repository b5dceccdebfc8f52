import { checkBaseUrl } from '../base-url.ts'
import { checkNames } from '../check-options.ts'
import type { Route, ProxyPlugin } from '../exchange.ts'
import type { Target } from './pass-on.ts'
import type { PassThroughRoute } from './pass-through-route.ts'
import { wires } from './wire.ts'

/**
 * A pattern of the headers that the official clients of the providers send. The proxy drops all of
 * them but `anthropic-beta`.
 */
const clientHeaders =
  /^(x-stainless-[a-z-]+|openai-(organization|project|beta)|anthropic-(version|beta|dangerous-direct-browser-access)|x-api-key|x-goog-api-(key|client)|user-agent|idempotency-key)$/

/**
 * Creates routes at `{path}/<name>/…` that speak a provider's own wire. The provider's official
 * clients work unchanged, with the proxy as their base URL.
 *
 * @throws TypeError that names the missing, unknown or unsafe option.
 *
 * @example
 * createProxy({ authorize, use: [passThrough({
 *   openai: { wire: 'openai', apiKey: () => vault.read('openai'), models: ['gpt-5'] },
 * })] })
 */
export function passThrough(routes: Readonly<Record<string, PassThroughRoute>>): ProxyPlugin {
  const table = new Map<string, Target>(
    Object.entries(routes).map(([name, route]) => {
      check(name, route)
      const baseURL = (route.baseURL ?? wires[route.wire].baseURL ?? '').replace(/\/$/, '')
      return [name, { name, route, wire: wires[route.wire], baseURL }]
    }),
  )
  // Kept, since each `import` of a loaded module takes time.
  let loading: ReturnType<typeof load> | undefined
  return {
    modelIds: [...table.values()].flatMap(({ name, route }) =>
      route.models.map((model) => `${name}/${model}`),
    ),
    find(path) {
      const [, name = '', rest = ''] = /^\/([a-z0-9-]+)(\/.*)$/.exec(path) ?? []
      const target = table.get(name)
      const found = target?.wire.find(rest)
      if (!target || !found) return undefined
      const route: Route = async (exchange) =>
        (await (loading ??= load()))(exchange, table, target, found)
      return {
        label: `/${name}${found.model === undefined ? found.pathOf('') : '/models'}`,
        methods: new Map([['POST', route]]),
        clientHeaders,
      }
    },
  }
}

const load = async () => (await import('./pass-on.ts')).passOn

function check(name: string, route: PassThroughRoute): void {
  const at = `passThrough: \`${name}\``
  checkNames(
    at,
    route,
    'wire apiKey models baseURL allowHttp keyHeader organization project anthropicVersion allowBetas maxOutputTokens allowProviderTools allowTools instructions allowFiles allowPrivateUrls allowFields exposeRateLimits fetch',
  )
  const { wire, apiKey, models, baseURL, maxOutputTokens } = route
  if (!/^[a-z0-9-]+$/.test(name) || ['model', 'models', 'usage', 'health', 'mcp'].includes(name)) {
    throw new TypeError(
      `${at} cannot name a route. Use a-z, 0-9 and hyphens, and no name of the proxy's own routes.`,
    )
  }
  if (!Object.hasOwn(wires, wire)) {
    throw new TypeError(`${at}.wire is unknown. Use one of ${Object.keys(wires).join(', ')}.`)
  }
  if (models.length === 0) {
    throw new TypeError(`${at}.models is empty, so every call would be refused. Name at least one.`)
  }
  if (!apiKey && wire !== 'openai-compatible') {
    throw new TypeError(
      `${at}.apiKey is missing, so the provider would refuse every call. Is the key in the environment?`,
    )
  }
  if (maxOutputTokens !== undefined && !(maxOutputTokens >= 1)) {
    throw new TypeError(
      `${at}.maxOutputTokens is ${maxOutputTokens}. Give a whole number of tokens.`,
    )
  }
  if (baseURL !== undefined || wires[wire].baseURL === undefined) {
    checkBaseUrl(`${at}.baseURL`, baseURL ?? '', route.allowHttp ?? false)
  }
}
