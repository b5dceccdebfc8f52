import { lazy, type ReactElement, startTransition, Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import {
  createMemoryRouter,
  MemoryRouter,
  Outlet,
  Route,
  RouterProvider,
  Routes,
  useNavigate,
} from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { reactRouter } from './react-router.ts'
import {
  createRouteVisitor,
  loadChunk,
  visitRoutes,
  RoutePage,
  visitTimeoutMs,
  useGoTo,
} from '../../test/visit-routes.tsx'

const navigations = import.meta.env['AMBIT_LONG'] ? 200 : 25

const pages = Array.from({ length: navigations }, (_, index) => index + 1)

const pageOf = (at: number) => ({ default: () => <RoutePage at={at} /> })

let root: Root | undefined

function open(app: ReactElement): void {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(app)
}

afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

describe('a React Router without an adapter', () => {
  it(
    `has the new page in the next request, ${navigations} times of ${navigations}`,
    async () => {
      const visitor = createRouteVisitor(navigations)
      const lazies = new Map(pages.map((at) => [at, lazy(() => loadChunk(pageOf(at), at))]))
      function App(): ReactElement {
        const navigate = useNavigate()
        useGoTo((at) => {
          startTransition(() => void navigate(`/${at}`))
        })
        return (
          <Suspense>
            <Routes>
              <Route path="/" element={<p>Home</p>} />
              {[...lazies].map(([at, Lazy]) => (
                <Route key={at} path={`/${at}`} element={<Lazy />} />
              ))}
            </Routes>
          </Suspense>
        )
      }
      open(
        <AgentProvider agent={visitor.agent}>
          <MemoryRouter>
            <App />
          </MemoryRouter>
        </AgentProvider>,
      )
      await expect.poll(() => visitor.agent.scopes.find('go_to')).toBeDefined()
      expect(await visitRoutes(visitor)).toBe(navigations)
    },
    visitTimeoutMs,
  )
})

describe('reactRouter', () => {
  const ways = {
    'the tool does not wait for the navigation': (going: Promise<void> | void) => void going,
    'the tool returns the navigation': (going: Promise<void> | void) => going,
  }
  for (const [way, answer] of Object.entries(ways)) {
    it(
      `has the new page in the next request where ${way}, ${navigations} times of ${navigations}`,
      async () => {
        const visitor = createRouteVisitor(navigations)
        function Layout(): ReactElement {
          const navigate = useNavigate()
          useGoTo((at) => answer(navigate(`/${at}`)))
          return (
            <Suspense>
              <Outlet />
            </Suspense>
          )
        }
        const router = createMemoryRouter([
          {
            element: <Layout />,
            children: [
              { path: '/', element: <p>Home</p> },
              ...pages.map((at) => ({
                path: `/${at}`,
                loader: () => loadChunk(null, at + 3),
                // The route is a chunk, and has a chunk of its own.
                lazy: async () => {
                  const Lazy = lazy(() => loadChunk(pageOf(at), at + 5))
                  return loadChunk({ Component: () => <Lazy /> }, at)
                },
              })),
            ],
          },
        ])
        open(
          <AgentProvider agent={visitor.agent} until={reactRouter(router)}>
            <RouterProvider router={router} />
          </AgentProvider>,
        )
        await expect.poll(() => visitor.agent.scopes.find('go_to')).toBeDefined()
        expect(await visitRoutes(visitor)).toBe(navigations)
        router.dispose()
      },
      visitTimeoutMs,
    )
  }
})
