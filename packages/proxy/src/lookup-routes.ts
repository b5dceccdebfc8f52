import type { ModelList } from '@ambit/core/wire'
import type { Route } from './exchange.ts'
import { respondJson } from './respond-json.ts'

/**
 * Reports that the proxy runs. Asks no provider and no store, so their failures restart nothing.
 */
export const healthRoute: Route = async (exchange) => {
  exchange.finish(200)
  return respondJson(exchange, 200, { status: 'ok' })
}

/** Lists the ids and labels of the allowed models. With them a page knows that there is a key. */
export const modelsRoute: Route = async (exchange) => {
  const models = [...exchange.models.values()].map(({ id, label }) => ({ id, label }))
  exchange.finish(200)
  return respondJson(exchange, 200, { models } satisfies ModelList)
}
