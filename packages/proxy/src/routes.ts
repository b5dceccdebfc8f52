import { type ModelList, modelPath, modelsPath } from '@ambit/core/wire'
import type { FoundRoute, Route, RouteGroup } from './exchange.ts'
import { modelRoute } from './model-route.ts'
import { respondJson } from './respond.ts'

/** Where the health route is, below the proxy's base path. Nobody needs to be known for it. */
export const healthPath = '/health'

/** Says that the proxy runs. Asks no provider and no store, so a failing one restarts nothing. */
const healthRoute: Route = async (exchange) => {
  exchange.finish(200)
  return respondJson(exchange, 200, { status: 'ok' })
}

/** Lists the allowed models, ids and labels alone; so a page can tell that there is a key at all. */
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

/** The route of a request below `basePath`; undefined when there is none. */
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

/** The methods that a route takes, as the header `allow` names them. */
export const allowedOf = ({ methods }: FoundRoute): string =>
  [...methods.keys(), 'OPTIONS'].join(', ')
