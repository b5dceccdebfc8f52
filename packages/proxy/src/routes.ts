import { modelPath, modelsPath, usagePath } from '@ambit/protocol'
import type { FoundRoute, Route, ProxyPlugin } from './exchange.ts'
import { modelRoute } from './model-route.ts'

/** The path of the health route below that of the proxy. It is answered without `authorize`. */
export const healthPath = '/health'

/** Returns a route that a call of a model does not need. It is loaded with its first request. */
const lookup =
  (name: 'healthRoute' | 'modelsRoute' | 'usageRoute'): Route =>
  async (exchange) =>
    (await import('./lookup-routes.ts'))[name](exchange)

const ownRoutes: ReadonlyMap<string, ReadonlyMap<string, Route>> = new Map([
  [modelPath, new Map([['POST', modelRoute]])],
  [modelsPath, new Map([['GET', lookup('modelsRoute')]])],
  [usagePath, new Map([['GET', lookup('usageRoute')]])],
  [healthPath, new Map([['GET', lookup('healthRoute')]])],
])

/** Returns the route of a request below `path`, or undefined. */
export function findRoute(
  { url }: Request,
  basePath: string,
  plugins: readonly ProxyPlugin[],
): FoundRoute | undefined {
  const { pathname } = new URL(url)
  if (!pathname.startsWith(`${basePath}/`)) return undefined
  const path = pathname.slice(basePath.length)
  const methods = ownRoutes.get(path)
  if (methods) return { label: path, methods }
  for (const plugin of plugins) {
    const found = plugin.find?.(path)
    if (found) return found
  }
  return undefined
}
