import { type ModelList, modelPath, modelsPath } from '@ambit/core/wire'
import type { FoundRoute, Route, RouteGroup } from './exchange.ts'
import { modelRoute } from './model-route.ts'
import { respondJson } from './respond.ts'

/** The path of the health route below the base path. It is answered without `authorize`. */
export const healthPath = '/health'

/**
 * Reports that the proxy runs. Asks no provider and no store, so their failures restart nothing.
 */
const healthRoute: Route = async (exchange) => {
  exchange.finish(200)
  return respondJson(exchange, 200, { status: 'ok' })
}

/** Lists the ids and labels of the allowed models. With them a page knows that there is a key. */
const modelsRoute: Route = async (exchange) => {
  const models = [...exchange.models.values()].map(({ id, label }) => ({ id, label }))
  exchange.finish(200)
  return respondJson(exchange, 200, { models } satisfies ModelList)
}

const ownRoutes: ReadonlyMap<string, ReadonlyMap<string, Route>> = new Map([
  [modelPath, new Map([['POST', modelRoute]])],
  [modelsPath, new Map([['GET', modelsRoute]])],
  [healthPath, new Map([['GET', healthRoute]])],
])

/** Returns the route of a request below `basePath`, or undefined. */
export function findRoute(
  { url }: Request,
  basePath: string,
  groups: readonly RouteGroup[],
): FoundRoute | undefined {
  const { pathname } = new URL(url)
  if (!pathname.startsWith(`${basePath}/`)) return undefined
  const path = pathname.slice(basePath.length)
  const methods = ownRoutes.get(path)
  if (methods) return { label: path, methods }
  for (const group of groups) {
    const found = group.find(path)
    if (found) return found
  }
  return undefined
}
