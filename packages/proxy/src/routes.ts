import { modelPath, modelsPath } from '@ambit/core/wire'
import type { FoundRoute, Route, RouteGroup } from './exchange.ts'
import { healthPath, healthRoute } from './health-route.ts'
import { modelRoute } from './model-route.ts'
import { modelsRoute } from './models-route.ts'

const own: ReadonlyMap<string, ReadonlyMap<string, Route>> = new Map([
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
  const methods = own.get(path)
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
