import type { ModelList } from '@ambit/core/wire'
import type { Route } from './exchange.ts'
import { respondJson } from './respond.ts'

/** Lists the allowed models, ids and labels alone; so a page can tell that there is a key at all. */
export const modelsRoute: Route = async (exchange) => {
  const models = [...exchange.models.values()].map(({ id, label }) => ({ id, label }))
  exchange.finish(200)
  return respondJson(exchange, 200, { models } satisfies ModelList)
}
