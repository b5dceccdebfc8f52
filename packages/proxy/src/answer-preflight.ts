import { apiKeyHeader, modelPath } from '@ambit/protocol'
import type { Exchange, FoundRoute } from './exchange.ts'
import { respond } from './respond.ts'
import { allowedOf } from './respond-error.ts'

/** The number and the length of the headers that a preflight may ask for. */
const maxHeaders = 64
const maxNameLength = 64

/** Answers a CORS preflight with the methods and headers that a page of another origin may use. */
export function answerPreflight(exchange: Exchange, route: FoundRoute): Response {
  const { corsOrigin } = exchange
  exchange.finish(204)
  return respond(exchange, 204, null, {
    allow: allowedOf(route),
    ...(corsOrigin !== undefined && {
      'access-control-allow-methods': [...route.methods.keys()].join(', '),
      'access-control-allow-headers': headersOf(exchange, route),
      'access-control-max-age': '7200',
    }),
  })
}

/**
 * Returns the configured headers, `content-encoding`, and those of the requested ones that the
 * clients of the route send. The proxy reads or drops each of the latter, so none can reach a
 * provider by itself.
 */
function headersOf({ request, options, models }: Exchange, route: FoundRoute): string {
  const { label, clientHeaders } = route
  const takesKey =
    label === modelPath && [...models.values()].some((model) => model.key !== 'server')
  const asked = (request.headers.get('access-control-request-headers') ?? '')
    .toLowerCase()
    .split(',', maxHeaders)
    .map((name) => name.trim())
    .filter((name) => name.length <= maxNameLength && clientHeaders?.test(name))
  const { allowedHeaders } = options
  const names = [allowedHeaders, 'content-encoding', ...(takesKey ? [apiKeyHeader] : []), ...asked]
  return names.filter(Boolean).join(', ')
}
