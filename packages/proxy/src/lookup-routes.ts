import type { ModelList, ProxyUsage } from '@ambit/protocol'
import type { Route } from './exchange.ts'
import { respondJson } from './respond.ts'

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

/** Tells a person what is left of their limits. Asks no provider, and counts against no limit. */
export const usageRoute: Route = async (exchange) => {
  const limits = await exchange.options.loadLimits?.()
  const usage: ProxyUsage = (await limits?.read(exchange.subject ?? '')) ?? {}
  exchange.finish(200)
  return respondJson(exchange, 200, { usage })
}
