import type { ModelList, ProxyUsage } from '@ambit/protocol'
import type { Route } from './exchange.ts'
import { maxMessages, maxTools } from './parse-call.ts'
import { respondJson } from './respond.ts'

/**
 * Reports that the proxy runs. Asks no provider and no store, so their failures restart nothing.
 */
export const healthRoute: Route = async (exchange) => {
  exchange.finish(200)
  return respondJson(exchange, 200, { status: 'ok' })
}

/**
 * Lists the ids and labels of the allowed models, and what a call may hold at most. With the models
 * a page knows that there is a key.
 */
export const modelsRoute: Route = async (exchange) => {
  const models = [...exchange.models.values()].map(({ id, label }) => ({ id, label }))
  const { request: bytes } = exchange.options.bytes
  const limits = {
    ...(bytes < Infinity && { bytes }),
    messages: maxMessages,
    tools: maxTools,
  }
  exchange.finish(200)
  return respondJson(exchange, 200, { models, limits } satisfies ModelList)
}

/** Tells a user what is left of their limits. Asks no provider, and counts against no limit. */
export const usageRoute: Route = async (exchange) => {
  const limits = await exchange.options.loadLimits?.()
  const usage: ProxyUsage = (await limits?.read(exchange.subject ?? '')) ?? {}
  exchange.finish(200)
  return respondJson(exchange, 200, { usage })
}
