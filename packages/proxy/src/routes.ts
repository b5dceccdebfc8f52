import { modelPath, modelsPath, usagePath } from '@ambit/core/wire'
import type { FoundRoute, Route, RouteGroup } from './exchange.ts'
import { modelRoute } from './model-route.ts'

/** The path of the health route below the base path. It is answered without `authorize`. */
export const healthPath = '/health'

// A call of a model needs none of these.
const lookups = () => import('./lookup-routes.ts')
const healthRoute: Route = async (exchange) => (await lookups()).healthRoute(exchange)
const modelsRoute: Route = async (exchange) => (await lookups()).modelsRoute(exchange)
const usageRoute: Route = async (exchange) => (await lookups()).usageRoute(exchange)

const ownRoutes: ReadonlyMap<string, ReadonlyMap<string, Route>> = new Map([
  [modelPath, new Map([['POST', modelRoute]])],
  [modelsPath, new Map([['GET', modelsRoute]])],
  [usagePath, new Map([['GET', usageRoute]])],
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
