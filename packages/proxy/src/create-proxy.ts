import { modelPath, modelsPath } from '@ambit/core/wire'
import { checkLoopback, checkOrigin } from './check-origin.ts'
import type { Exchange, Route } from './exchange.ts'
import { modelRoute } from './model-route.ts'
import { modelsRoute } from './models-route.ts'
import { createModelTable, type ModelTable } from './model-table.ts'
import { ProxyError } from './proxy-error.ts'
import { checkOptions, type CheckedOptions, type ProxyOptions } from './proxy-options.ts'
import { respond, respondError } from './respond.ts'

/** A Fetch handler. It never rejects. */
export type ProxyHandler = (request: Request) => Promise<Response>

/**
 * The server side of an agent in a page: keeps the providers' keys, and lets those whom `authorize`
 * knows call the models it names. Works wherever a Fetch `Request` and `Response` do; for Node's `http`
 * see `@ambit/proxy/node`.
 *
 * `POST {basePath}/model` answers a model call with an event stream, `GET {basePath}/models` lists the
 * models. Every refusal is JSON, `{ error: { code, message, status, retryable, … } }`, with a code of a
 * closed set and never a provider's text.
 *
 * @throws TypeError naming the option that makes the configuration unsafe or useless.
 *
 * @example
 * const proxy = createProxy({
 *   authorize: async (request) => (await sessionOf(request))?.userId,
 *   models: { 'openai/gpt-5': openai('gpt-5') },
 * })
 */
export function createProxy(options: ProxyOptions): ProxyHandler {
  const checked = checkOptions(options)
  const models = createModelTable(options.models)
  return (request) => handle(request, checked, models)
}

const routes: ReadonlyMap<string, ReadonlyMap<string, Route>> = new Map([
  [modelPath, new Map([['POST', modelRoute]])],
  [modelsPath, new Map([['GET', modelsRoute]])],
])

async function handle(
  request: Request,
  options: CheckedOptions,
  models: ModelTable,
): Promise<Response> {
  const startedAt = performance.now()
  const route = routeOf(request, options.basePath)
  const methods = route === undefined ? undefined : routes.get(route)
  let finished = false
  const exchange: Exchange = {
    request,
    options,
    models,
    requestId: crypto.randomUUID(),
    corsOrigin: undefined,
    allowCredentials: options.allowCredentials,
    subject: undefined,
    modelId: undefined,
    finish(status, error) {
      if (finished) return
      finished = true
      const { requestId, modelId } = exchange
      const { code, upstreamStatus, cause } = error ?? {}
      options.log({
        requestId,
        route: methods && route,
        modelId,
        status,
        code,
        upstreamStatus,
        cause,
        durationMs: performance.now() - startedAt,
      })
    },
  }
  try {
    return await answer(exchange, methods)
  } catch (thrown) {
    const error =
      thrown instanceof ProxyError ? thrown : new ProxyError('internal_error', { cause: thrown })
    exchange.finish(error.status, error)
    const allow = error.code === 'method_not_allowed' && methods && { allow: allowedOf(methods) }
    return respondError(exchange, error, allow || {})
  }
}

async function answer(
  exchange: Exchange,
  methods: ReadonlyMap<string, Route> | undefined,
): Promise<Response> {
  const { request, options } = exchange
  if (!methods) throw new ProxyError('unknown_route')
  if (options.insecureDev) checkLoopback(request)
  exchange.corsOrigin = checkOrigin(request, options.allowedOrigins)
  if (request.method === 'OPTIONS') return answerPreflight(exchange, methods)
  const route = methods.get(request.method)
  if (!route) throw new ProxyError('method_not_allowed')
  if (request.headers.has('upgrade')) throw new ProxyError('invalid_request')
  if (options.authorize) {
    const subject = await options.authorize(request)
    if (!subject) throw new ProxyError('unauthorized')
    exchange.subject = subject
  }
  return route(exchange)
}

function answerPreflight(exchange: Exchange, methods: ReadonlyMap<string, Route>): Response {
  const { options, corsOrigin } = exchange
  exchange.finish(204)
  return respond(exchange, 204, null, {
    allow: allowedOf(methods),
    ...(corsOrigin !== undefined && {
      'access-control-allow-methods': [...methods.keys()].join(', '),
      'access-control-allow-headers': options.allowedHeaders,
      'access-control-max-age': '7200',
    }),
  })
}

const allowedOf = (methods: ReadonlyMap<string, Route>): string =>
  [...methods.keys(), 'OPTIONS'].join(', ')

/** What follows the base path; undefined when the path is not below it. */
function routeOf(request: Request, basePath: string): string | undefined {
  const { pathname } = new URL(request.url)
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined
}
