import type { Duration, Price, Prices } from '@ambit/protocol'
import { checkNames, toNumber } from './check-options.ts'
import type { CallOptions, ProxyPlugin, Subject } from './exchange.ts'
import type { FixedWindow, Window } from './limits/counters.ts'
import type { LimitsOptions } from './limits/limits.ts'
import type { LedgerRow } from './limits/spent.ts'
import { createModelTable, type ModelRules, type ModelTable } from './model-table.ts'
import type { ProxyLog } from './proxy-log.ts'
import type { BreakerOptions, RetryOptions } from './resilience/retries.ts'
import { checkStore, type ProxyStore } from './store.ts'

/** The options of `createProxy`. */
export interface ProxyOptions {
  /**
   * The models that clients may use, by the id that they use. Each is a model of the AI SDK, a
   * function that makes one, or a model with its rules. No other model is ever called.
   * `{ key: 'none' }` stands for a model that would be served if its key were set. A call of it is
   * answered with `no_key`, 503, and not with `model_not_allowed`. Required, unless `use` has
   * routes.
   */
  models?:
    | Readonly<Record<string, ModelRules['model'] | ModelRules | { readonly key: 'none' }>>
    | undefined
  /**
   * Returns the id of the person or session behind a request, or nothing to refuse with 401. Runs
   * before the body is read, and must not read it. If it throws, or takes longer than
   * `timeouts.callback`, the request is refused with 500.
   * Required, unless `insecureDev`.
   */
  authorize?: ((request: Request) => Subject | PromiseLike<Subject>) | undefined
  /** The limits of each subject. A limit that is left out does not apply. */
  limits?:
    | {
        /**
         * The requests in a window, also those whose body is refused. The window of a number is a
         * minute.
         */
        requests?: Window | undefined
        /** The answers that may stream at the same time. */
        streams?: number | undefined
        /** The tokens of prompts and answers together. The window of a number is a day. */
        tokens?: Window | undefined
        /** The cost in US dollars, by `prices`. The window of a number is a day. */
        costUsd?: Window | undefined
        /**
         * The longest answer, in tokens, of a model without its own `maxOutputTokens`. It bounds
         * the cost of a call. Default: 8,192 with `tokens` or `costUsd`, otherwise none.
         */
        outputTokens?: number | undefined
        /**
         * The store of the counts. Default: `memoryStore()`. Several instances need a shared one:
         * `redisStore` of `@ambit/proxy/redis`.
         */
        store?: ProxyStore | undefined
        /**
         * The time after which the streams of a proxy that was killed no longer count. A proxy that
         * runs renews the lease of each stream three times in it. Default: `'30s'`.
         */
        lease?: Duration | undefined
      }
    | undefined
  /**
   * The price of each model, by its id, or by `<route>/<model>` for a pass-through. With
   * `limits.costUsd`, every model needs one. Default: none, so the log has no costs.
   */
  prices?: Prices | undefined
  /**
   * Receives a row for each request to a provider that may be billed, those of failed attempts
   * included. For bills by person. Calls with a person's own key have none. If it fails, the
   * failure is reported, and calls go on. Default: none.
   */
  ledger?: ((row: LedgerRow) => unknown) | undefined
  /**
   * The retries after a provider failed before its answer began, or how to retry. They act only on
   * failures that a retry may fix. The page's own loop retries too, so use them for clients that do
   * not. Default: none, so the failure is answered.
   */
  retry?:
    | number
    | {
        /**
         * The retries of one model, after the first try. Before each, waits as long as the provider
         * asks. If it does not ask, waits a random time: at most 0.5 seconds, doubled each time, up
         * to 8. Default: 0.
         */
        max?: number | undefined
        /** The longest time to wait in all. `Infinity` for no limit. Default: `'60s'`. */
        wait?: Duration | undefined
        /**
         * The other models to ask after a model has failed, by the id of that model. Each must be
         * allowed too. Default: none.
         */
        fallback?: Readonly<Record<string, readonly string[]>> | undefined
        /**
         * The circuit breaker, which pauses a model that fails too often. `true` uses its defaults.
         * Default: none.
         */
        breaker?:
          | boolean
          | {
              /** The share of calls that must fail, from 0 to 1. Default: 0.5. */
              failures?: number | undefined
              /** The calls that there must be at least. Default: 20. */
              minCalls?: number | undefined
              /** The time in which calls count, and the length of a pause. Default: `'30s'`. */
              per?: Duration | undefined
            }
          | undefined
      }
    | undefined
  /**
   * The time limits for a provider, for functions of this configuration and for the store of the
   * limits. 0, `Infinity` and times over 24 days mean no limit.
   */
  timeouts?:
    | {
        /**
         * The time to the first byte of the answer's body. Default: `'2m'`, as some models think
         * first.
         */
        connect?: Duration | undefined
        /**
         * The time between two pieces of an answer, while the client is reading. Default: `'1m'`.
         */
        idle?: Duration | undefined
        /** The time of a whole call. Default: `'15m'`. */
        total?: Duration | undefined
        /**
         * The time for each function of the configuration: `authorize`, a function for a model, an
         * `apiKey`, the `headers` of an MCP server. Then the request is refused with
         * `internal_error`. Default: `'10s'`.
         */
        callback?: Duration | undefined
        /**
         * The time without an event after which a stream sends a comment. Comments keep runtimes
         * and servers in front from closing the connection: Bun does after 10 seconds. If a
         * provider has not begun by then, the answer begins with a comment and status 200. An error
         * that comes later is an event of the stream. 0 or `Infinity` for no comments, and the
         * status of every error. Default: `'5s'`.
         */
        heartbeat?: Duration | undefined
        /**
         * The time that the store of the limits may take for a reservation. Then the request is
         * refused with `store_unavailable`. Default: `'2s'`.
         */
        store?: Duration | undefined
      }
    | undefined
  /** The largest amounts of bytes. */
  bytes?:
    | {
        /** The largest request body. Default: 4 MiB. */
        request?: number | undefined
        /** The largest answer. Default: no limit, since answers can hold files. */
        response?: number | undefined
        /**
         * The largest single event of a streamed answer. Default: no limit, since it can hold
         * files.
         */
        event?: number | undefined
      }
    | undefined
  /**
   * The path where the proxy is mounted. Default: `/api/agent`, so that the model endpoint is
   * `/api/agent/model`.
   */
  path?: string | undefined
  /**
   * The origins, other than the proxy's own, whose pages may use the proxy, such as
   * `https://app.example.com`. Also those of extensions and apps, such as
   * `chrome-extension://<id>`, `capacitor://localhost` and `tauri://localhost`. Never `null`, which
   * any page can have. Default: none.
   */
  origins?:
    | readonly string[]
    | {
        /** The origins. */
        allow: readonly string[]
        /** True if pages of these origins may send cookies. Default: false. */
        credentials?: boolean | undefined
        /**
         * The request headers that pages of these origins may send. Default: `authorization` and
         * `content-type`. Each route also allows the headers of its own clients. These are the
         * official clients on a pass-through, and MCP clients on an MCP route. The model route
         * allows a person's own key if a model takes it.
         */
        headers?: readonly string[] | undefined
      }
    | undefined
  /**
   * What else the proxy does: routes of `passThrough({ … })` and `mcpServers({ … })`, and
   * `prefixes()`, which keeps parts of calls. Default: none.
   */
  use?: readonly ProxyPlugin[] | undefined
  /**
   * Receives one entry for each request, when it is over. An entry never holds a prompt, an answer,
   * a key or a provider's text. A log that throws or rejects changes no answer, and is reported
   * with `console.error`. Default: none. Then failures of the functions of this configuration are
   * reported with `console.error`, each cause once.
   */
  log?: ((entry: ProxyLog) => unknown) | undefined
  /**
   * True for work on one machine: `authorize` may be left out, and `models` may be empty. Requests
   * are answered only if host, origin and, where known, address are loopback. Default: false.
   */
  insecureDev?: boolean | undefined
}

/** Loads a part of the proxy with the first request that needs it. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => (loading ??= load())
}

/** The path where a proxy is mounted by default. */
export const defaultPath = '/api/agent'

/** The default time limits, in milliseconds. */
export const defaultTimeouts = {
  connect: 120_000,
  idle: 60_000,
  total: 900_000,
  callback: 10_000,
  heartbeat: 5_000,
  store: 2_000,
}

/** The checked options, with their defaults. */
export interface CheckedOptions extends CallOptions {
  models: ModelTable
  plugins: readonly ProxyPlugin[]
  path: string
}

const at = (name: string): string => `createProxy: \`${name}\``

/**
 * Checks the options and applies their defaults.
 *
 * @throws TypeError that names the option which makes the proxy unsafe or useless, or which does
 * not exist.
 */
export function checkOptions(options: ProxyOptions): CheckedOptions {
  checkNames(
    'createProxy',
    options,
    'models authorize limits prices ledger retry timeouts bytes path origins use log insecureDev',
  )
  const { authorize, models = {}, use = [], insecureDev = false, log } = options
  const path = (options.path ?? defaultPath).replace(/\/$/, '')
  if (!authorize && !insecureDev) {
    throw new TypeError(
      'createProxy: `authorize` is missing. Without it, anybody who finds the URL can spend your key. Return the id of the signed-in person, or nothing to refuse. On your own machine, set `insecureDev: true`.',
    )
  }
  checkPlugins(use)
  const timeouts = toTimeouts(options.timeouts)
  const limits = toLimits(options, timeouts.store)
  const retry = toRetry(options.retry)
  const table = createModelTable(models, limits?.maxOutputTokens)
  if (table.size === 0 && !use.some(({ find }) => find) && !insecureDev) {
    throw new TypeError(
      'createProxy: `models` is empty, so every call would be refused. Is the key missing from the environment? Name at least one model.',
    )
  }
  if (path !== '' && new URL(path, 'http://x').pathname !== path) {
    throw new TypeError(
      `${at('path')} is "${path}". Give a plain absolute path, such as "${defaultPath}".`,
    )
  }
  const modelIds = [...table.keys(), ...use.flatMap(({ modelIds = [] }) => modelIds)]
  const unpriced = limits?.costUsd && modelIds.find((id) => !limits.prices.has(id))
  if (unpriced !== undefined) {
    throw new TypeError(
      `${at('limits.costUsd')} is set and \`prices["${unpriced}"]\` is not, so the cost of that model is unknown. Give its price per million tokens.`,
    )
  }
  return {
    authorize,
    log,
    insecureDev,
    models: table,
    modelsWithoutKey: new Set(Object.keys(models).filter((id) => !table.has(id))),
    plugins: use,
    prefixes: use.find((plugin) => plugin.prefixes)?.prefixes,
    path,
    timeouts,
    bytes: toBytes(options.bytes),
    maxOutputTokens: limits?.maxOutputTokens,
    loadLimits:
      limits && once(async () => (await import('./limits/limits.ts')).createLimits(limits)),
    loadRetries:
      retry && once(async () => (await import('./resilience/retries.ts')).createRetries(retry)),
    ...toOrigins(options.origins),
  }
}

function checkPlugins(use: readonly ProxyPlugin[]): void {
  if (!Array.isArray(use)) throw new TypeError(`${at('use')} must be a list.`)
  for (const [nth, plugin] of use.entries()) {
    if (typeof plugin?.find === 'function' || plugin?.prefixes) continue
    throw new TypeError(
      `${at(`use[${nth}]`)} is not one of mcpServers(…), passThrough(…) and prefixes(…).`,
    )
  }
  if (use.filter(({ prefixes }) => prefixes).length < 2) return
  throw new TypeError(`${at('use')} has prefixes() twice. Leave one out.`)
}

function toTimeouts(given: ProxyOptions['timeouts'] = {}): typeof defaultTimeouts {
  const names = Object.keys(defaultTimeouts) as (keyof typeof defaultTimeouts)[]
  checkNames(at('timeouts'), given, names.join(' '))
  const timeouts = { ...defaultTimeouts }
  for (const name of names) {
    timeouts[name] = toNumber(at(`timeouts.${name}`), given[name] ?? timeouts[name], 'time')
  }
  return timeouts
}

function toBytes(given: ProxyOptions['bytes'] = {}): CallOptions['bytes'] {
  checkNames(at('bytes'), given, 'request response event')
  const { request = 4 * 1024 * 1024, response = Infinity, event = Infinity } = given
  return {
    request: toNumber(at('bytes.request'), request, 'count', 1),
    response: toNumber(at('bytes.response'), response),
    event: toNumber(at('bytes.event'), event),
  }
}

function toOrigins(
  given: ProxyOptions['origins'] = [],
): Pick<CallOptions, 'allowedOrigins' | 'allowCredentials' | 'allowedHeaders'> {
  const isList = Array.isArray(given)
  if (!isList) checkNames(at('origins'), given, 'allow credentials headers')
  const {
    allow,
    credentials = false,
    headers = ['authorization', 'content-type'],
  } = (isList ? { allow: given } : given) as Exclude<
    NonNullable<ProxyOptions['origins']>,
    readonly string[]
  >
  if (!Array.isArray(allow)) throw new TypeError(`${at('origins.allow')} must be a list.`)
  for (const origin of allow) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue
    if (/^(?!https?:|file:)[a-z][a-z\d+.-]*:\/\/[\w.-]+(:\d+)?$/.test(origin)) continue
    throw new TypeError(
      `${at('origins')} holds "${origin}". Give exact origins, such as "https://app.example.com" or "capacitor://localhost", without a path or a wildcard.`,
    )
  }
  return {
    allowedOrigins: new Set(allow),
    allowCredentials: credentials,
    allowedHeaders: headers.join(', '),
  }
}

/** Returns the limits with their units. Undefined if nothing is to be counted. */
function toLimits(options: ProxyOptions, storeMs: number): LimitsOptions | undefined {
  const { prices, ledger, limits = prices || ledger ? {} : undefined } = options
  if (limits === undefined) return undefined
  checkNames(at('limits'), limits, 'requests streams tokens costUsd outputTokens store lease')
  const { streams, outputTokens, store, lease = 30_000 } = limits
  if (store !== undefined) checkStore(at('limits.store'), store)
  if (ledger !== undefined && typeof ledger !== 'function') {
    throw new TypeError(`${at('ledger')} must be a function: it receives each row.`)
  }
  for (const [name, value] of Object.entries({ streams, outputTokens })) {
    if (value !== undefined) toNumber(at(`limits.${name}`), value, 'amount')
  }
  const tokens = toWindow('tokens', limits.tokens, 86_400_000)
  const costUsd = toWindow('costUsd', limits.costUsd, 86_400_000)
  return {
    requests: toWindow('requests', limits.requests, 60_000),
    streams,
    tokens,
    costUsd,
    maxOutputTokens: outputTokens ?? (tokens || costUsd ? 8192 : undefined),
    prices: toPrices(prices),
    ledger,
    store,
    storeMs,
    leaseMs: toSpan('limits.lease', lease),
  }
}

/** Returns a time that must pass, and must be over. */
const toSpan = (name: string, given: Duration): number =>
  toNumber(at(name), toNumber(at(name), given, 'time'), 'amount')

function toWindow(name: string, given: Window | undefined, perMs: number): FixedWindow | undefined {
  if (given === undefined) return undefined
  const path = `limits.${name}`
  if (typeof given !== 'object') {
    return { max: toNumber(at(path), given, 'amount'), windowMs: perMs }
  }
  checkNames(at(path), given, 'max per')
  const { max, per } = given
  return {
    max: toNumber(at(`${path}.max`), max, 'amount'),
    windowMs: toSpan(`${path}.per`, per),
  }
}

/** Checks prices. Throws `TypeError` for one that is not a number from 0. */
function toPrices(prices: Prices = {}): ReadonlyMap<string, Price> {
  const names = ['input', 'output', 'cachedInput', 'cacheWrite', 'reasoning'] as const
  for (const [id, price] of Object.entries(prices)) {
    const path = `prices["${id}"]`
    checkNames(at(path), price, names.join(' '))
    for (const [nth, name] of names.entries()) {
      const usd = price[name]
      if (usd === undefined ? nth > 1 : Number.isFinite(usd) && usd >= 0) continue
      throw new TypeError(
        `createProxy: \`${path}.${name}\` is ${usd}. Give US dollars per million tokens, from 0.`,
      )
    }
  }
  return new Map(Object.entries(prices))
}

function toRetry(given: ProxyOptions['retry']): RetryOptions | undefined {
  if (given === undefined) return undefined
  const retry = typeof given === 'number' ? { max: given } : given
  checkNames(at('retry'), retry, 'max wait fallback breaker')
  const { max = 0, wait = 60_000, fallback = {}, breaker = false } = retry
  return {
    maxRetries: toNumber(at('retry.max'), max),
    maxWaitMs: toNumber(at('retry.wait'), wait, 'time'),
    fallback: new Map(Object.entries(fallback)),
    breaker: breaker && toBreaker(breaker === true ? {} : breaker),
  }
}

function toBreaker(
  given: Exclude<
    Exclude<ProxyOptions['retry'], number | undefined>['breaker'],
    boolean | undefined
  >,
): BreakerOptions {
  const path = 'retry.breaker'
  checkNames(at(path), given, 'failures minCalls per')
  const { failures = 0.5, minCalls = 20, per = 30_000 } = given
  return {
    failures: toNumber(at(`${path}.failures`), failures),
    minCalls: toNumber(at(`${path}.minCalls`), minCalls),
    windowMs: toNumber(at(`${path}.per`), per, 'time'),
  }
}
