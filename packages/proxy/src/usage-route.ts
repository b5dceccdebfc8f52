import type { ProxyUsage } from '@ambit/core/wire'
import type { Route } from './exchange.ts'
import { respondJson } from './respond.ts'

/** Tells a person what is left of their limits. Asks no provider, and counts against no limit. */
export const usageRoute: Route = async (exchange) => {
  const usage: ProxyUsage = (await exchange.options.limits?.read(exchange.subject ?? '')) ?? {}
  exchange.finish(200)
  return respondJson(exchange, 200, { usage })
}
