import { checkNumbers } from './check-numbers.ts'
import { defaultTimeouts, type Timeouts } from './deadlines.ts'
import type { CallOptions, RouteGroup, Subject } from './exchange.ts'
import type { Limits } from './limits/limits.ts'
import type { ModelsOption } from './model-table.ts'
import type { PrefixStore } from './prefixes/prefix-store.ts'
import type { ProxyLogEntry } from './proxy-log-entry.ts'
import type { Retries } from './resilience/retries.ts'

/** The options of `createProxy`. */
export interface ProxyOptions {
  /**
   * Returns the id of the person or session behind a request, or nothing to refuse with 401. Runs
   * before the body is read, and must not read it. If it throws, or takes longer than
   * `timeouts.callbackMs`, the request is refused with 500.
   * Required, unless `insecureDev`.
   */
  authorize?: ((request: Request) => Subject | PromiseLike<Subject>) | undefined
  /**
   * The models that clients may use, by the id that they use. No other model is ever called.
   * Required, unless there are `routes`.
   */
  models?: ModelsOption | undefined
  /**
   * The models that would be served if their key were set. A call of one is answered with `no_key`,
   * 503, and not with `model_not_allowed`. Default: none.
   */
  modelsWithoutKey?: readonly string[] | undefined
  /** More routes, such as `passThrough({ … })` and `mcpServers({ … })`. Default: none. */
  routes?: readonly RouteGroup[] | undefined
  /** The limits of each subject, made by `limits({ … })`. Default: no limit. */
  limits?: Limits | undefined
  /**
   * The retries after a provider failed before its answer began, made by `retries({ … })`. Default:
   * none, so the failure is answered.
   */
  retries?: Retries | undefined
  /** The time limits for a provider and for functions of this configuration. */
  timeouts?: Timeouts | undefined
  /**
   * The time without an event, in milliseconds, after which a stream sends a comment. Comments keep
   * runtimes and servers in front from closing the connection: Bun does after 10 seconds. If a
   * provider has not begun by then, the answer begins with a comment and status 200. An error that
   * comes later is an event of the stream. 0 or `Infinity` for no comments, and the status of every
   * error. Default: 5,000.
   */
  heartbeatMs?: number | undefined
  /** The largest answer, in bytes. Default: no limit, since answers can hold files. */
  maxResponseBytes?: number | undefined
  /**
   * The largest single event of a streamed answer, in bytes. Default: no limit, since events can
   * hold files.
   */
  maxEventBytes?: number | undefined
  /**
   * The path where the proxy is mounted. Default: `/api/agent`, so that the model endpoint is
   * `/api/agent/model`.
   */
  basePath?: string | undefined
  /** The largest request body, in bytes. Default: 4 MiB. */
  maxBodyBytes?: number | undefined
  /**
   * The store that keeps the stable parts of calls for some minutes: tools and messages. The next
   * call of the same person names them by their hash, and sends only what is new. These are parts
   * of conversations, so it is a choice: `createMemoryPrefixes()` keeps them for 10 minutes.
   * Several instances need a shared store: `createRedisPrefixes` of `@ambit/proxy/redis`. Without
   * `authorize` nothing is kept. Default: false, which keeps nothing.
   */
  prefixes?: PrefixStore | false | undefined
  /**
   * The origins, other than the proxy's own, whose pages may use the proxy, such as
   * `https://app.example.com`. Also those of extensions and apps, such as
   * `chrome-extension://<id>`, `capacitor://localhost` and `tauri://localhost`. Never `null`, which
   * any page can have. Default: none.
   */
  allowedOrigins?: readonly string[] | undefined
  /** True if pages of `allowedOrigins` may send cookies. Default: false. */
  allowCredentials?: boolean | undefined
  /**
   * The request headers that pages of `allowedOrigins` may send. Default: `authorization` and
   * `content-type`. Each route also allows the headers of its own clients. These are the official
   * clients on a pass-through, and MCP clients on an MCP route. The model route allows a person's
   * own key if a model has `acceptApiKey`.
   */
  allowedHeaders?: readonly string[] | undefined
  /**
   * True for work on one machine: `authorize` may be left out, and `models` may be empty. Requests
   * are answered only if host, origin and, where known, address are loopback. Default: false.
   */
  insecureDev?: boolean | undefined
  /**
   * Receives one entry for each request, when it is over. An entry never holds a prompt, an answer,
   * a key or a provider's text. A log that throws or rejects changes no answer, and is reported
   * with `console.error`. Default: none. Then failures of the functions of this configuration are
   * reported with `console.error`, each cause once.
   */
  log?: ((entry: ProxyLogEntry) => unknown) | undefined
}

/** The path where a proxy is mounted by default. */
export const defaultBasePath = '/api/agent'

/** The checked options, with their defaults. */
export interface CheckedOptions extends CallOptions {
  routes: readonly RouteGroup[]
  basePath: string
}

/**
 * Checks the options and applies their defaults.
 *
 * @throws TypeError that names the option which makes the proxy unsafe or useless.
 */
export function checkOptions(options: ProxyOptions): CheckedOptions {
  const { authorize, models = {}, routes = [], insecureDev = false } = options
  const { maxBodyBytes = 4 * 1024 * 1024, heartbeatMs = 5000 } = options
  const { maxResponseBytes = Infinity, maxEventBytes = Infinity } = options
  const timeouts = { ...defaultTimeouts, ...options.timeouts } as typeof defaultTimeouts
  const { allowedOrigins = [], allowedHeaders = ['authorization', 'content-type'] } = options
  const basePath = (options.basePath ?? defaultBasePath).replace(/\/$/, '')
  if (!authorize && !insecureDev) {
    throw new TypeError(
      'createProxy: `authorize` is missing. Without it, anybody who finds the URL can spend your key. Return the id of the signed-in person, or nothing to refuse. On your own machine, set `insecureDev: true`.',
    )
  }
  if (Object.keys(models).length === 0 && routes.length === 0 && !insecureDev) {
    throw new TypeError(
      'createProxy: `models` is empty, so every call would be refused. Is the key missing from the environment? Name at least one model.',
    )
  }
  checkNumbers('createProxy', { ...timeouts, heartbeatMs, maxResponseBytes, maxEventBytes })
  checkNumbers('createProxy', { maxBodyBytes }, 1)
  if (basePath !== '' && new URL(basePath, 'http://x').pathname !== basePath) {
    throw new TypeError(
      `createProxy: \`basePath\` is "${basePath}". Give a plain absolute path, such as "${defaultBasePath}".`,
    )
  }
  for (const origin of allowedOrigins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue
    if (/^(?!https?:|file:)[a-z][a-z\d+.-]*:\/\/[\w.-]+(:\d+)?$/.test(origin)) continue
    throw new TypeError(
      `createProxy: \`allowedOrigins\` holds "${origin}". Give exact origins, such as "https://app.example.com" or "capacitor://localhost", without a path or a wildcard.`,
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
    prefixes: options.prefixes || undefined,
    allowedOrigins: new Set(allowedOrigins),
    allowCredentials: options.allowCredentials ?? false,
    allowedHeaders: allowedHeaders.join(', '),
    insecureDev,
  }
}
