// The reasons: decisions/0018.
import { type Duration, toMilliseconds } from '@ambit/protocol'
import { callHook } from './call-hook.ts'
import { time } from './check-options.ts'
import type { CallOptions, Exchange, FoundRoute, Logging } from './exchange.ts'
import { ProxyError, toFailure } from './proxy-error.ts'
import { type CheckedOptions, checkOptions, type ProxyOptions } from './proxy-options.ts'
import { setBounds } from './request-bounds.ts'
import { findRoute, healthPath } from './routes.ts'
import { abortableRequest } from './abortable.ts'
import { startDeadlines } from './deadlines.ts'
import type { ModelTable } from './model-table.ts'
import type * as Metering from './metering.ts'
import { startTimer } from './start-timer.ts'

/** A Fetch handler that never rejects. */
export interface ProxyHandler {
  /**
   * Answers a request.
   *
   * @param connection What the server knows about the connection, for `insecureDev`. In Bun and
   * Deno it is the second argument of a handler, and in Hono on Node its `env`.
   * @throws TypeError at once for what is not a Request of Fetch, such as that of Node's `http`.
   */
  (request: Request, connection?: unknown): Promise<Response>
  /**
   * Shuts the proxy down. Refuses new requests with `shutting_down`, and resolves once the requests
   * in flight are over. Ends the remaining ones after `limit`, such as `'10s'`. Default: `'30s'`. 0
   * ends them now, and `Infinity` waits for all of them.
   *
   * @throws TypeError for what is not a time. Then nothing ends.
   */
  drain: (limit?: Duration) => Promise<void>
}

/**
 * Creates the server side of an agent in a page. Keeps the providers' keys, and lets the people
 * that `authorize` knows call the models that `models` names. Works wherever Fetch's `Request` and
 * `Response` exist. For Node's `http` see `@ambit/proxy/node`.
 *
 * `POST {path}/model` answers a model call with an event stream. `GET {path}/models` lists the
 * models. `GET {path}/health` reports that the proxy runs. The option `use` adds other routes.
 * Every refusal is JSON: `{ error: { code, message, status, retryable, … } }`. Its code is one of a
 * closed set, and it never holds a provider's text.
 *
 * @throws TypeError that names the option which makes the configuration unsafe or useless, which is
 * of another type, or which does not exist.
 *
 * @example
 * const proxy = createProxy({
 *   authorize: async (request) => (await sessionOf(request))?.userId,
 *   models: { 'openai/gpt-5': openai('gpt-5') },
 * })
 */
export function createProxy(options: ProxyOptions): ProxyHandler {
  const checked = checkOptions(options)
  const inFlight = createInFlight()
  if ('Cloudflare' in globalThis) void import('./check-workers.ts').then((it) => it.checkWorkers())
  const answer = (request: Request, connection?: unknown): Promise<Response> => {
    if (typeof request?.headers?.get !== 'function') {
      throw new TypeError(
        'Not a Request. On Node, mount `nodeListener(proxy)` of @ambit/proxy/node.',
      )
    }
    return handle(request, connection, checked, inFlight)
  }
  return Object.assign(answer, {
    async drain(limit: Duration = 30_000) {
      time(limit, ['createProxy', 'drain'])
      return inFlight.drain(toMilliseconds(limit))
    },
  })
}

let logging: Promise<Logging> | undefined

async function handle(
  request: Request,
  connection: unknown,
  options: CheckedOptions,
  inFlight: InFlight,
): Promise<Response> {
  setBounds(request, options.bytes.request, options.timeouts.idle)
  const exchange = openExchange({ request, options, models: options.models, inFlight })
  let route: FoundRoute | undefined
  let response: Response
  try {
    // Only a proxy with a log loads this module.
    if (options.log) exchange.logging = await (logging ??= import('./logging.ts'))
    // Its target is not a URL. Fetch refuses it, but Bun does not.
    if (request.method === 'CONNECT') throw new ProxyError('method_not_allowed')
    route = findRoute(request, options.path, options.plugins)
    exchange.label = route?.label
    if (inFlight.isDraining) throw new ProxyError('shutting_down')
    response = await answer(exchange, route, connection)
  } catch (thrown) {
    const error = toFailure(thrown)
    exchange.finish(error.status, error)
    response = (await import('./respond-error.ts')).respondError(exchange, error, route)
  }
  const { corsOrigin } = exchange
  if (corsOrigin === undefined) return response
  return (await import('./allow-origin.ts')).allowOrigin(exchange, corsOrigin, response)
}

async function answer(
  exchange: Exchange,
  found: FoundRoute | undefined,
  connection: unknown,
): Promise<Response> {
  const { request, options } = exchange
  if (!found) throw new ProxyError('unknown_route')
  if (options.insecureDev) (await import('./check-loopback.ts')).checkLoopback(request, connection)
  const isOpen = found.openMethod === request.method
  if (!isOpen) exchange.corsOrigin = checkOrigin(request, options.allowedOrigins)
  if (request.method === 'OPTIONS') {
    return (await import('./answer-preflight.ts')).answerPreflight(exchange, found)
  }
  const route = found.methods.get(request.method)
  if (!route) throw new ProxyError('method_not_allowed')
  if (request.headers.has('upgrade')) throw new ProxyError('invalid_request')
  if (options.authorize && found.label !== healthPath && !isOpen) {
    const { authorize } = options
    const subject = await callHook(exchange, '`authorize`', () => authorize(request))
    if (subject instanceof Response) {
      // A copy: headers of a redirect, and of what was fetched, cannot be set.
      const own = new Response(subject.body, subject)
      own.headers.set('x-request-id', exchange.requestId)
      exchange.finish(own.status, new ProxyError('unauthorized'))
      return own
    }
    if (!subject) throw new ProxyError('unauthorized')
    // Half of a character, a lone surrogate, cannot be a part of a key of the store.
    if (typeof subject !== 'string' || /\p{Cs}/u.test(subject)) {
      throw (await import('./failures.ts')).notText('`authorize`', subject)
    }
    exchange.subject = subject
    exchange.subjectHash = await exchange.logging?.hashSubject(subject)
  }
  return route(exchange)
}

/**
 * Checks that the origin of a request may use the proxy. Same-origin pages and clients other than
 * browsers may. Any other origin must be in the list.
 *
 * @returns The origin to answer with CORS headers, if it is in the list.
 * @throws ProxyError `origin_not_allowed`.
 */
function checkOrigin(request: Request, allowedOrigins: ReadonlySet<string>): string | undefined {
  const origin = request.headers.get('origin')
  if (origin !== null && allowedOrigins.has(origin)) return origin
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) {
    // Browsers set this header, and no page can change it. `none` is a URL that a user typed.
    if (site === 'same-origin' || (site === 'none' && origin === null)) return undefined
    throw new ProxyError('origin_not_allowed')
  }
  // Schemes may differ: behind TLS termination the request is http and the origin https.
  if (origin !== null && hostOf(origin) !== new URL(request.url).host) {
    throw new ProxyError('origin_not_allowed')
  }
  // A browser sends `origin` with such a request. A client without it may be hiding it.
  if (origin === null && request.headers.has('cookie') && request.method !== 'GET') {
    throw new ProxyError('origin_not_allowed')
  }
  return undefined
}

const hostOf = (origin: string): string =>
  /^https?:/.test(origin) && URL.canParse(origin) ? new URL(origin).host : ''

/** A request, and the parts of the proxy that answer it. */
interface ExchangeOptions {
  request: Request
  options: CallOptions
  models: ModelTable
  inFlight: InFlight
}

/** Kept, since each `import` of a loaded module takes time. */
let metering: Promise<typeof Metering> | undefined

/** Opens the exchange of a request, which is in flight until `finish`. */
function openExchange(given: ExchangeOptions): Exchange {
  const { request, options, models, inFlight } = given
  const startedAt = performance.now()
  const abort = new AbortController()
  const follow = () => abort.abort(request.signal.reason)
  let isFinished = false
  let endTimers = () => {}
  let settle: Metering.SettleCall | undefined

  const exchange: Exchange = {
    request,
    options,
    models,
    requestId: crypto.randomUUID(),
    abort,
    meter: { streamedTokens: 0, attempts: [], bytes: 0 },
    spent: [],
    admittedAt: Date.now(),
    async admit() {
      exchange.admittedAt = Date.now()
      exchange.limits = await options.loadLimits?.()
      const admitting = exchange.limits?.admit(exchange.subject ?? '')
      exchange.isStoreBack = await (admitting && abortableRequest(admitting, abort.signal))
    },
    async begin(body, outputTokens = 0, isListening = false) {
      const { limits } = exchange
      exchange.retries = await options.loadRetries?.()
      if (limits) {
        const { countListener, reserveCall } = await (metering ??= import('./metering.ts'))
        settle = isListening
          ? countListener(exchange)
          : await reserveCall(exchange, limits, body, outputTokens)
      }
      const deadlines = startDeadlines(options.timeouts, abort)
      endTimers = deadlines.end
      return deadlines
    },
    finish(status, error) {
      if (isFinished) return
      isFinished = true
      endTimers()
      // Runtimes keep signals for long, so what hangs on one is not collected soon.
      request.signal.removeEventListener('abort', follow)
      inFlight.remove(abort)
      exchange.spent = settle?.() ?? []
      if (error && options.onProviderError) {
        void import('./report-failure.ts').then((it) => it.tellProviderError(exchange, error))
      }
      if (exchange.logging) exchange.logging.writeLog(exchange, startedAt, status, error)
      else if (error?.cause !== undefined || exchange.isStoreBack) {
        void import('./report-failure.ts').then((it) => it.reportExchange(exchange, error))
      }
    },
  }

  if (request.signal.aborted) follow()
  request.signal.addEventListener('abort', follow)
  inFlight.add(abort)
  return exchange
}

/** The requests that a proxy is answering. */
interface InFlight {
  isDraining: boolean
  add: (abort: AbortController) => void
  remove: (abort: AbortController) => void
  /** Ends what waits for news, by the event `drain` at its signal, and waits for the rest. */
  drain: (limitMs: number) => Promise<void>
}

/** Tracks the requests in flight, so that a proxy can shut down without cutting answers. */
function createInFlight(): InFlight {
  const calls = new Set<AbortController>()
  let onIdle = () => {}
  const inFlight: InFlight = {
    isDraining: false,
    add: (abort) => void calls.add(abort),
    remove(abort) {
      calls.delete(abort)
      if (calls.size === 0) onIdle()
    },
    async drain(limitMs) {
      inFlight.isDraining = true
      calls.forEach((abort) => abort.signal.dispatchEvent(new Event('drain')))
      if (calls.size === 0) return
      const end = (): void => calls.forEach((abort) => abort.abort(new ProxyError('shutting_down')))
      // Here 0 means now.
      const timer = startTimer(end, limitMs || 1)
      await new Promise<void>((resolve) => (onIdle = resolve))
      clearTimeout(timer)
    },
  }
  return inFlight
}
