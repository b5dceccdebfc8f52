import type { Exchange, FoundRoute } from './exchange.ts'
import { respond } from './respond.ts'
import { allowedOf } from './respond-error.ts'

/** Answers a CORS preflight with the methods and headers that a page of another origin may use. */
export function answerPreflight(exchange: Exchange, route: FoundRoute): Response {
  const { options, corsOrigin } = exchange
  exchange.finish(204)
  return respond(exchange, 204, null, {
    allow: allowedOf(route),
    ...(corsOrigin !== undefined && {
      'access-control-allow-methods': [...route.methods.keys()].join(', '),
      'access-control-allow-headers': options.allowedHeaders,
      'access-control-max-age': '7200',
    }),
  })
}
