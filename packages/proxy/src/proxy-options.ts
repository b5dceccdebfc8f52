import type { CallOptions, RouteGroup, Subject } from './exchange.ts'
import { type Timeouts, defaultTimeouts } from './deadlines.ts'
import type { Limits } from './limits/limits.ts'
import type { ProxyLogEntry } from './proxy-log-entry.ts'
import type { ModelsOption } from './model-table.ts'
import type { Retries } from './resilience/retries.ts'

/** What `createProxy` takes. */
export interface ProxyOptions {
  /**
   * Says who is asking: an id of the person or session, or nothing to refuse with 401. Runs before the
   * body is read and must not read it. A throw refuses with 500. Required, unless `insecureDev`.
   */
  authorize?: ((request: Request) => Subject | PromiseLike<Subject>) | undefined
  /** The models clients may use, by the id they use. Nothing else is ever called. Needed unless there are `routes`. */
  models?: ModelsOption | undefined
  /**
   * Models that would be served if their key were there: a call of one is answered with `no_key`, 503,
   * not with `model_not_allowed`. Default: none.
   */
  modelsWithoutKey?: readonly string[] | undefined
  /** More routes: `passThrough({ … })`, `mcpServers({ … })`. Default: none. */
  routes?: readonly RouteGroup[] | undefined
  /** What each subject may use: `limits({ … })`. Default: no limit. */
  limits?: Limits | undefined
  /** What to do when a provider fails before its answer begins: `retries({ … })`. Default: say so. */
  retries?: Retries | undefined
  /** How long a provider may take. */
  timeouts?: Timeouts | undefined
  /**
   * Sends a comment after this long without an event, which keeps intermediaries from closing the
   * connection, in milliseconds. Default: 0, none.
   */
  heartbeatMs?: number | undefined
  /** The largest answer, in bytes. Default: none, since files come in answers too. */
  maxResponseBytes?: number | undefined
  /** The largest single event of a streamed answer, in bytes. Default: none, for the same reason. */
  maxEventBytes?: number | undefined
  /** Where the proxy is mounted. Default: `/api/agent`, so that the model endpoint is `/api/agent/model`. */
  basePath?: string | undefined
  /** The largest request body, in bytes. Default: 4 MiB. */
  maxBodyBytes?: number | undefined
  /** Origins other than the proxy's own whose pages may use it, such as `https://app.example.com`. Default: none. */
  allowedOrigins?: readonly string[] | undefined
  /** Whether those origins may send cookies. Default: false. */
  allowCredentials?: boolean | undefined
  /** Request headers those origins may send. Default: `authorization` and `content-type`. */
  allowedHeaders?: readonly string[] | undefined
  /**
   * Lets `authorize` be left out and `models` be empty, for work on one machine: requests are answered
   * only when host, origin and, where known, address are loopback. Default: false.
   */
  insecureDev?: boolean | undefined
  /** Told of every request when it is over. Gets no prompt, answer, key or text of a provider. */
  log?: ((entry: ProxyLogEntry) => void) | undefined
}

/** Where a proxy is mounted unless told otherwise. */
export const defaultBasePath = '/api/agent'

/** Options with their defaults, checked. */
export interface CheckedOptions extends CallOptions {
  routes: readonly RouteGroup[]
  basePath: string
}

/** @throws TypeError that names the option which makes the proxy unsafe or useless. */
export function checkOptions(options: ProxyOptions): CheckedOptions {
  const { authorize, models = {}, routes = [], insecureDev = false } = options
  const { maxBodyBytes = 4 * 1024 * 1024, heartbeatMs = 0 } = options
  const { maxResponseBytes = Infinity, maxEventBytes = Infinity } = options
  const timeouts = { ...defaultTimeouts, ...options.timeouts } as typeof defaultTimeouts
  const { allowedOrigins = [], allowedHeaders = ['authorization', 'content-type'] } = options
  const basePath = (options.basePath ?? defaultBasePath).replace(/\/$/, '')
  if (!authorize && !insecureDev) {
    throw new TypeError(
      'createProxy: `authorize` is missing. Without it anybody who finds the URL spends your key. Return the id of the signed-in person, or nothing to refuse; on your own machine set `insecureDev: true`.',
    )
  }
  if (Object.keys(models).length === 0 && routes.length === 0 && !insecureDev) {
    throw new TypeError(
      'createProxy: `models` is empty, so every call would be refused. Is the key missing from the environment? Name at least one model.',
    )
  }
  const numbers = { ...timeouts, heartbeatMs, maxResponseBytes, maxEventBytes, maxBodyBytes }
  for (const [name, value] of Object.entries(numbers)) {
    const least = name === 'maxBodyBytes' ? 1 : 0
    if (value >= least) continue
    throw new TypeError(`createProxy: \`${name}\` is ${value}. Give a number of at least ${least}.`)
  }
  if (
    basePath !== '' &&
    (!basePath.startsWith('/') || new URL(basePath, 'http://x').pathname !== basePath)
  ) {
    throw new TypeError(
      `createProxy: \`basePath\` is "${basePath}". Give a plain absolute path, such as "${defaultBasePath}".`,
    )
  }
  for (const origin of allowedOrigins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue
    throw new TypeError(
      `createProxy: \`allowedOrigins\` holds "${origin}". Give exact origins, such as "https://app.example.com": no path, no wildcard.`,
    )
  }
  return {
    ...options,
    basePath,
    routes,
    timeouts,
    heartbeatMs,
    maxResponseBytes,
    maxEventBytes,
    modelsWithoutKey: new Set(options.modelsWithoutKey),
    maxBodyBytes,
    allowedOrigins: new Set(allowedOrigins),
    allowCredentials: options.allowCredentials ?? false,
    allowedHeaders: allowedHeaders.join(', '),
    insecureDev,
  }
}
