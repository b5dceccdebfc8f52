import type { Route } from './exchange.ts'
import { respondJson } from './respond.ts'

/** Where the health route is, below the proxy's base path. Nobody needs to be known for it. */
export const healthPath = '/health'

/** Says that the proxy runs. Asks no provider and no store, so a failing one restarts nothing. */
export const healthRoute: Route = async (exchange) => {
  exchange.finish(200)
  return respondJson(exchange, 200, { status: 'ok' })
}
