import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it } from 'vitest'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { PageBusy } from '../settle/page-busy.tsx'
import { tanstackRouter } from './tanstack-router.ts'
import {
  createRouteVisitor,
  loadChunk,
  visitRoutes,
  RoutePage,
  visitTimeoutMs,
  useGoTo,
} from '../../test/visit-routes.tsx'

const navigations = import.meta.env['AMBIT_LONG'] ? 200 : 25

let root: Root | undefined

afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

/** Creates an app whose pages have a loader and a chunk and, with `isNested`, a chunk in it. */
function createApp(answer: (going: Promise<void>) => unknown, isNested = false) {
  const home = createRootRoute({
    component: function Layout(): ReactElement {
      const navigate = useNavigate()
      useGoTo((at) => answer(navigate({ to: `/${at}` })))
      return (
        <Suspense>
          <Outlet />
        </Suspense>
      )
    },
  })
  const pages = Array.from({ length: navigations }, (_, index) => {
    const at = index + 1
    const page = { default: () => <RoutePage at={at} /> }
    const Lazy = lazy(() => loadChunk(page, at + 5))
    const nested = { default: () => <Lazy /> }
    return createRoute({
      getParentRoute: () => home,
      path: `/${at}`,
      loader: () => loadChunk(at, at + 3),
      component: lazyRouteComponent(() => loadChunk(isNested ? nested : page, at)),
    })
  })
  const index = createRoute({ getParentRoute: () => home, path: '/', component: () => <p>Home</p> })
  return createRouter({
    routeTree: home.addChildren([index, ...pages]),
    // A route has its own boundary, so React does not hold back a transition that suspends in it.
    defaultPendingComponent: PageBusy,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
}

describe('tanstackRouter', () => {
  const wait = (going: Promise<void>) => going
  const goOn = (going: Promise<void>) => void going
  const ways = {
    'the tool does not wait for the navigation': () => createApp(goOn),
    'the tool returns the navigation': () => createApp(wait),
    'the page loads more of itself, under a marker': () => createApp(goOn, true),
  }
  for (const [way, createWay] of Object.entries(ways)) {
    // React 19 shows a fallback for 300 ms at least.
    const count = way.includes('marker') ? Math.ceil(navigations / 5) : navigations
    it(
      `has the new page in the next request where ${way}, ${count} times of ${count}`,
      async () => {
        const visitor = createRouteVisitor(count)
        const router = createWay()
        root = createRoot(document.body.appendChild(document.createElement('div')))
        root.render(
          <AgentProvider agent={visitor.agent} until={tanstackRouter(router)}>
            <RouterProvider router={router} />
          </AgentProvider>,
        )
        await expect.poll(() => visitor.agent.scopes.find('go_to')).toBeDefined()
        expect(await visitRoutes(visitor)).toBe(count)
      },
      visitTimeoutMs,
    )
  }
})
