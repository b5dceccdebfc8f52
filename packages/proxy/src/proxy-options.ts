import { type Duration, type Price, type Prices, toMilliseconds } from '@ambit/protocol'
import {
  type Check,
  flag,
  fn,
  group,
  is,
  list,
  number,
  record,
  span,
  text,
  time,
  upTo,
  whole,
  wrong,
} from './check-options.ts'
import type { Authorized, CallOptions, ProxyPlugin } from './exchange.ts'
import type { Window } from './limits/counters.ts'
import type { LedgerRow } from './limits/spent.ts'
import { createModelTable, modelOption, type ModelRules, type ModelTable } from './model-table.ts'
import type { ProviderFailure, ProxyLog } from './proxy-log.ts'
import type { RetryOptions } from './resilience/retries.ts'
import { type ProxyStore, storeOption } from './store.ts'

/** The limits of a plan, as those of all: see `limits`. */
export interface PlanLimits {
  requests?: Window | undefined
  streams?: number | undefined
  tokens?: Window | undefined
  costUsd?: Window | undefined
}

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
   * Returns the id of the user or session behind a request, or nothing to refuse with 401, or a
   * `Response` to refuse with that. Runs before the body is read, and must not read it. If it
   * throws, returns anything else, or takes longer than `timeouts.callback`, the request is refused
   * with 500.
   * Required, unless `insecureDev`.
   */
  authorize?: ((request: Request) => Authorized | PromiseLike<Authorized>) | undefined
  /** The limits of each subject. A limit that is left out does not apply. */
  limits?:
    | {
        /**
         * The requests in a window, also those whose body is refused: a whole number from 1. The
         * window of a number is a minute.
         */
        requests?: Window | undefined
        /** The answers that may stream at the same time: a whole number from 1. */
        streams?: number | undefined
        /**
         * The tokens of prompts and answers together: a whole number from 1. The window of a number
         * is a day.
         */
        tokens?: Window | undefined
        /**
         * The cost in US dollars, by `prices`, from 0.000001. The window of a number is a day.
         */
        costUsd?: Window | undefined
        /**
         * Limits that replace those above for some subjects, by the name of their plan, such as
         * `free`. A limit that a plan leaves out is that of all. Default: none.
         */
        plans?: Readonly<Record<string, PlanLimits>> | undefined
        /**
         * Returns the plan of a subject: a name of `plans`, or nothing for the limits of all. It is
         * called up to twice for a request. Anything else, an error, and a time over
         * `timeouts.callback` refuse the request with `internal_error`. Required with `plans`.
         */
        plan?:
          | ((subject: string) => string | undefined | PromiseLike<string | undefined>)
          | undefined
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
   * included. For bills by user. Calls with a user's own key have none. If it fails, the
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
         * to 8. A whole number from 0. Default: 0.
         */
        max?: number | undefined
        /** The longest time to wait in all. `Infinity` for no limit. Default: `'60s'`. */
        wait?: Duration | undefined
        /**
         * The other models to ask after a model has failed, by the id of that model. Each id must
         * be that of a model of this proxy. A model that cannot be asked is passed over. Default:
         * none.
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
              /** The calls that there must be at least: a whole number from 1. Default: 20. */
              minCalls?: number | undefined
              /**
               * The time in which calls count, and the length of a pause, from 1 ms. Default:
               * `'30s'`.
               */
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
         * The time between two pieces of an answer, while the client is reading. `nodeListener`
         * ends the connection of a client that takes nothing of an answer for that long. Default:
         * `'1m'`.
         */
        idle?: Duration | undefined
        /** The time of a whole call. Default: `'15m'`. */
        total?: Duration | undefined
        /**
         * The time for each function of the configuration: `authorize`, a function for a model, an
         * `apiKey`, the `headers` of an MCP server. At most `total`. Then the request is refused
         * with `internal_error`. Default: `'10s'`.
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
         * allows a user's own key if a model takes it.
         */
        headers?: readonly string[] | undefined
      }
    | undefined
  /**
   * What else the proxy does: routes of `passThrough({ … })`, `mcpServers({ … })` and
   * `sessions({ … })`, and `prefixes()`, which keeps parts of calls. Default: none.
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
   * Receives each failure of a provider that ends a call, and what it said, such as which tool it
   * does not take. It is for whoever runs the proxy. The page gets at most the name of the tool or
   * the kind of file, and the log nothing. The sentence may repeat parts of the request, without
   * keys. Default: none.
   */
  onProviderError?: ((failure: ProviderFailure) => unknown) | undefined
  /**
   * True for work on one machine: `authorize` may be left out, and `models` may be empty. Requests
   * are answered only if host, origin and address are loopback. So the server has to tell the
   * address. `nodeListener` does, and so do Bun and Deno if they call the handler itself. Default:
   * false.
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

type Given<Name extends keyof ProxyOptions> = NonNullable<ProxyOptions[Name]>

/** Returns the check of a limit: an amount, or one in a window. */
const windowOf = (max: Check): Check => {
  const inWindow = group<Exclude<Window, number>>({ max, per: span }, ['max', 'per'])
  return (value, at) => (typeof value === 'object' ? inWindow : max)(value, at)
}

const maxima: { readonly [Name in keyof PlanLimits]-?: Check } = {
  requests: windowOf(whole(1)),
  streams: whole(1),
  tokens: windowOf(whole(1)),
  costUsd: windowOf(number('a number from 0.000001', 1e-6)),
}

const limits: Check = group<Given<'limits'>>({
  ...maxima,
  plans: record(group<PlanLimits>(maxima)),
  plan: fn,
  outputTokens: whole(1),
  store: storeOption,
  lease: span,
})

const usd: Check = number('US dollars per million tokens, from 0', 0)

const price: Check = group<Price>(
  { input: usd, output: usd, cachedInput: usd, cacheWrite: usd, reasoning: usd },
  ['input', 'output'],
)

type Retry = Exclude<Given<'retry'>, number>

type Breaker = Exclude<NonNullable<Retry['breaker']>, boolean>

const breaker: Check = group<Breaker>({
  failures: number('a share from 0 to 1', 0, 1),
  minCalls: whole(1),
  per: span,
})

const retry: Check = group<Retry>({
  max: whole(0),
  wait: time,
  fallback: record(list(text)),
  breaker: (value, at) => (typeof value === 'object' ? breaker : flag)(value, at),
})

const timeouts: Check = group<Given<'timeouts'>>({
  connect: time,
  idle: time,
  total: time,
  callback: time,
  heartbeat: time,
  store: time,
})

const origin: Check = is(
  'an exact origin, such as "https://app.example.com" or "capacitor://localhost", without a path or a wildcard',
  (value) =>
    typeof value === 'string' &&
    ((URL.canParse(value) && new URL(value).origin === value) ||
      /^(?!https?:|file:)[a-z][a-z\d+.-]*:\/\/[\w.-]+(:\d+)?$/.test(value)),
  true,
)

type Origins = Exclude<Given<'origins'>, readonly string[]>

const origins: Check = group<Origins>(
  { allow: list(origin), credentials: flag, headers: list(text) },
  ['allow'],
)

const plugin: Check = is(
  'mcpServers(…), passThrough(…), sessions(…), prefixes()',
  (value) => typeof Object(value).find === 'function' || Boolean(Object(value).prefixes),
)

/** The options of `createProxy`: what each takes. */
export const proxyOptions: Check = group<ProxyOptions>({
  models: record(modelOption),
  authorize: fn,
  limits,
  prices: record(price),
  ledger: fn,
  retry: (value, at) => (typeof value === 'number' ? whole(0) : retry)(value, at),
  timeouts,
  bytes: group<Given<'bytes'>>({ request: upTo(1), response: upTo(1), event: upTo(1) }),
  path: is(
    `a plain absolute path, such as "${defaultPath}"`,
    (value) =>
      value === '' ||
      (typeof value === 'string' &&
        URL.canParse(value, 'http://x') &&
        new URL(value, 'http://x').pathname === value),
    true,
  ),
  origins: (value, at) => (Array.isArray(value) ? list(origin) : origins)(value, at),
  use: list(plugin),
  log: fn,
  onProviderError: fn,
  insecureDev: flag,
})

const refuse = (path: string, message: string): TypeError => wrong(['createProxy', path], message)

/**
 * Checks the options and applies their defaults.
 *
 * @throws TypeError that names the option which makes the proxy unsafe or useless, which is of
 * another type, or which does not exist.
 */
export function checkOptions(options: ProxyOptions): CheckedOptions {
  proxyOptions(options, ['createProxy', ''])
  const { authorize, models = {}, use = [], insecureDev = false, log } = options
  if (!authorize && !insecureDev) {
    throw refuse(
      'authorize',
      'is missing. Without it, anybody who finds the URL can spend your key. Return the id of the signed-in user, or nothing to refuse. On your own machine, set `insecureDev: true`.',
    )
  }
  const { prices, ledger, limits = prices || ledger ? {} : undefined } = options
  const { hasCosts, maxOutputTokens } = readLimits(limits)
  const table = createModelTable(models, maxOutputTokens)
  if (table.size === 0 && !use.some(({ find }) => find) && !insecureDev) {
    throw refuse(
      'models',
      'is empty, so every call would be refused. Is the key missing from the environment? Name at least one model.',
    )
  }
  checkUse(use)
  const modelIds = [...table.keys(), ...use.flatMap(({ modelIds = [] }) => modelIds)]
  const unpriced = hasCosts && modelIds.find((id) => !Object.hasOwn(prices ?? {}, id))
  if (typeof unpriced === 'string') {
    throw refuse(
      'limits.costUsd',
      `is set and \`prices["${unpriced}"]\` is not, so the cost of that model is unknown.`,
    )
  }
  const known = new Set([...modelIds, ...Object.keys(models)])
  checkIds('prices', Object.keys(prices ?? {}), known)
  const retry = toRetry(options.retry, known)
  const timeouts = toTimeouts(options.timeouts)
  return {
    authorize,
    log,
    onProviderError: options.onProviderError,
    insecureDev,
    models: table,
    modelsWithoutKey: new Set(Object.keys(models).filter((id) => !table.has(id))),
    plugins: use,
    prefixes: use.find((plugin) => plugin.prefixes)?.prefixes,
    path: (options.path ?? defaultPath).replace(/\/$/, ''),
    timeouts,
    bytes: toBytes(options.bytes),
    maxOutputTokens,
    loadLimits:
      limits &&
      once(async () =>
        (await import('./limits/limits.ts')).createLimits({
          ...limits,
          prices,
          ledger,
          fallback: retry?.fallback,
          timeouts,
        }),
      ),
    loadRetries:
      retry && once(async () => (await import('./resilience/retries.ts')).createRetries(retry)),
    ...toOrigins(options.origins),
  }
}

/** Returns what the limits of all and of each plan mean for the models. */
function readLimits({ outputTokens, plans, plan, ...common }: Given<'limits'> = {}): {
  hasCosts: boolean
  maxOutputTokens: number | undefined
} {
  if ((plan || plans) && !(plan && Object.keys(plans ?? {}).length)) {
    throw refuse('limits.plan', 'and `limits.plans` need each other, with one plan at least.')
  }
  const all: PlanLimits[] = [common, ...Object.values(plans ?? {})]
  const hasCosts = all.some(({ costUsd }) => costUsd)
  const isBudget = hasCosts || all.some(({ tokens }) => tokens)
  return { hasCosts, maxOutputTokens: outputTokens ?? (isBudget ? 8192 : undefined) }
}

/** Refuses routes of the same path, of which only the first would ever answer. */
function checkUse(use: readonly ProxyPlugin[]): void {
  const parts = use.flatMap(({ paths = [], prefixes }) => [
    ...paths,
    ...(prefixes ? ['prefixes()'] : []),
  ])
  const twice = parts.find((part, nth) => parts.indexOf(part) < nth)
  if (twice !== undefined) {
    throw refuse('use', `has ${twice} twice. Leave one out.`)
  }
}

function toTimeouts(given: ProxyOptions['timeouts'] = {}): typeof defaultTimeouts {
  const timeouts = { ...defaultTimeouts }
  for (const name of Object.keys(timeouts) as (keyof typeof timeouts)[]) {
    timeouts[name] = toMilliseconds(given[name] ?? timeouts[name])
  }
  // 0 means no limit. Without one, a function of the configuration has that of the whole call.
  timeouts.callback = Math.min(timeouts.callback || Infinity, timeouts.total || Infinity)
  return timeouts
}

const toBytes = ({
  request = 4 * 1024 * 1024,
  response = Infinity,
  event = Infinity,
}: ProxyOptions['bytes'] = {}): CallOptions['bytes'] => ({ request, response, event })

function toOrigins(
  given: ProxyOptions['origins'] = [],
): Pick<CallOptions, 'allowedOrigins' | 'allowCredentials' | 'allowedHeaders'> {
  const {
    allow,
    credentials = false,
    headers = ['authorization', 'content-type'],
  } = ('allow' in given ? given : { allow: given }) as Origins
  return {
    allowedOrigins: new Set(allow),
    allowCredentials: credentials,
    allowedHeaders: headers.join(', '),
  }
}

/** Refuses an option that names what is not a model of the proxy. */
function checkIds(path: string, ids: readonly string[], known: ReadonlySet<string>): void {
  const unknown = ids.find((id) => !known.has(id))
  if (unknown === undefined) return
  throw refuse(
    path,
    `names "${unknown}", which is not a model of this proxy. Give the id of one of \`models\`, or <route>/<model> of a pass-through.`,
  )
}

/** @param modelIds The ids of all models, those without a key included. */
function toRetry(
  given: ProxyOptions['retry'],
  modelIds: ReadonlySet<string>,
): RetryOptions | undefined {
  if (given === undefined) return undefined
  const {
    max = 0,
    wait = 60_000,
    fallback = {},
    breaker = false,
  }: Retry = typeof given === 'number' ? { max: given } : given
  checkIds('retry.fallback', Object.entries(fallback).flat(2), modelIds)
  const { failures = 0.5, minCalls = 20, per = 30_000 } = Object(breaker) as Partial<Breaker>
  return {
    maxRetries: max,
    maxWaitMs: toMilliseconds(wait),
    fallback: new Map(Object.entries(fallback)),
    breaker: breaker !== false && { failures, minCalls, windowMs: toMilliseconds(per) },
  }
}
