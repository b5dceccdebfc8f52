import { checkBaseUrl } from '../base-url.ts'
import {
  type Check,
  filled,
  flag,
  fn,
  group,
  inside,
  is,
  list,
  record,
  text,
  whole,
  word,
  wrong,
} from '../check-options.ts'
import type { Route, ProxyPlugin } from '../exchange.ts'
import { allowedTools } from '../model-table.ts'
import type { Target } from './pass-on.ts'
import type { PassThroughRoute } from './pass-through-route.ts'
import { wires } from './wire.ts'

/**
 * A pattern of the headers that the official clients of the providers send. The proxy drops all of
 * them but `anthropic-beta`.
 */
const clientHeaders =
  /^(x-stainless-[a-z-]+|openai-(organization|project|beta)|anthropic-(version|beta|dangerous-direct-browser-access)|x-api-key|x-goog-api-(key|client)|user-agent|idempotency-key)$/

const options: Check = group<PassThroughRoute>(
  {
    wire: word(...Object.keys(wires)),
    apiKey: is(
      'a text, or a function that returns one',
      (value) => typeof value === 'string' || typeof value === 'function',
    ),
    models: list(text),
    baseURL: text,
    allowHttp: flag,
    keyHeader: word('authorization', 'api-key'),
    organization: filled,
    project: filled,
    anthropicVersion: filled,
    allowBetas: list(text),
    maxOutputTokens: whole(1),
    allowProviderTools: list(text),
    allowTools: allowedTools,
    instructions: text,
    allowFiles: flag,
    allowPrivateUrls: flag,
    allowFields: list(text),
    exposeRateLimits: flag,
    fetch: fn,
  },
  ['wire', 'models'],
)

const routeCheck: Check = (value, at) => {
  options(value, at)
  const [, name] = at
  const route = value as PassThroughRoute
  const { wire, apiKey, models, baseURL, allowFields = [], allowHttp = false } = route
  if (!/^[a-z0-9-]+$/.test(name) || ['model', 'models', 'usage', 'health', 'mcp'].includes(name)) {
    throw wrong(
      at,
      "cannot name a route. Use a-z, 0-9 and hyphens, and no name of the proxy's own routes.",
    )
  }
  if (models.length === 0) {
    throw wrong(
      inside(at, 'models'),
      'is empty, so every call would be refused. Name at least one.',
    )
  }
  const several = allowFields.find((field) => /^(n|best_?of)$/i.test(field))
  if (several !== undefined) {
    throw wrong(
      inside(at, 'allowFields'),
      `names \`${several}\`, by which a client asks for several answers. No reservation covers them.`,
    )
  }
  if (!apiKey && wire !== 'openai-compatible') {
    throw wrong(
      inside(at, 'apiKey'),
      'is missing, so the provider would refuse every call. Is the key in the environment?',
    )
  }
  if (baseURL !== undefined || wires[wire].baseURL === undefined) {
    checkBaseUrl(inside(at, 'baseURL'), baseURL ?? '', allowHttp)
  }
}

/**
 * Creates routes at `{path}/<name>/…` that speak a provider's own wire. The provider's official
 * clients work unchanged, with the proxy as their base URL.
 *
 * @throws TypeError that names the missing, unknown or unsafe option, or one of another type.
 *
 * @example
 * createProxy({ authorize, use: [passThrough({
 *   openai: { wire: 'openai', apiKey: () => vault.read('openai'), models: ['gpt-5'] },
 * })] })
 */
export function passThrough(routes: Readonly<Record<string, PassThroughRoute>>): ProxyPlugin {
  record(routeCheck)(routes, ['passThrough', ''])
  const table = new Map<string, Target>(
    Object.entries(routes).map(([name, route]) => {
      const baseURL = (route.baseURL ?? wires[route.wire].baseURL ?? '').replace(/\/$/, '')
      return [name, { name, route, wire: wires[route.wire], baseURL }]
    }),
  )
  // Kept, since each `import` of a loaded module takes time.
  let loading: ReturnType<typeof load> | undefined
  return {
    paths: [...table.keys()].map((name) => `/${name}`),
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
