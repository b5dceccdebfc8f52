import { type Agent, createAgent, type ToolContext } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router'
import { type ReactElement, startTransition, Suspense, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { tanstackRouter } from '../routers/tanstack-router.ts'
import { createGate } from '../../test/create-gate.tsx'
import { useTool } from './use-tool.ts'

const toolAnswer = (agent: Agent) => agent.history.messages.find(({ role }) => role === 'tool')

describe('a tool that takes its own component off the page for a while', () => {
  const ways = {
    'outlives it': (ctx: ToolContext, change: () => void) => {
      ctx.outlive()
      change()
    },
    'does so in a transition': (_: ToolContext, change: () => void) => startTransition(change),
  }
  for (const [way, set] of Object.entries(ways)) {
    it(`has its answer where it ${way}`, async () => {
      const agent = createAgent({ model: scriptedModel([calls(call('filter')), 'Done']) })
      const { promise: work, resolve: finish } = Promise.withResolvers<string>()
      const gate = createGate(<p>Few</p>)
      function Orders(): ReactElement {
        const [isFiltered, setFiltered] = useState(false)
        useTool({
          name: 'filter',
          description: 'Filters.',
          handler: (_, ctx) => {
            set(ctx, () => setFiltered(true))
            return work
          },
        })
        return isFiltered ? <gate.Content /> : <p>All</p>
      }
      const screen = await render(
        <AgentProvider agent={agent}>
          <Suspense fallback={<p>Loading</p>}>
            <Orders />
          </Suspense>
        </AgentProvider>,
      )
      const run = agent.chat('Filter')
      await expect.poll(() => agent.calls.getState().get('call_1')?.state).toBe('running')
      if (way === 'outlives it') await expect.element(screen.getByText('Loading')).toBeVisible()
      finish('filtered')
      await expect.poll(() => toolAnswer(agent)).toMatchObject({ content: '"filtered"' })
      gate.open()
      await run
      await expect.element(screen.getByText('Few')).toBeVisible()
    })
  }
})

describe('a tool of the page that it leaves', () => {
  it('has its answer where it outlives that', async () => {
    const agent = createAgent({ model: scriptedModel([calls(call('open_order')), 'Done']) })
    const root = createRootRoute({
      component: () => (
        <AgentProvider agent={agent} until={tanstackRouter(router)}>
          <Outlet />
        </AgentProvider>
      ),
    })
    const order: string = '/order'
    function Orders(): ReactElement {
      const navigate = useNavigate()
      useTool({
        name: 'open_order',
        description: 'Opens an order.',
        handler: async (_, ctx) => {
          ctx.outlive()
          await navigate({ to: order })
          return 'opened'
        },
      })
      return <p>Orders</p>
    }
    const loader = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20))
    const at = { getParentRoute: () => root }
    const router = createRouter({
      routeTree: root.addChildren([
        createRoute({ ...at, path: '/', component: Orders }),
        createRoute({ ...at, path: order, loader, component: () => <p>Order</p> }),
      ]),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    })
    await render(<RouterProvider router={router} />)
    await expect.poll(() => agent.scopes.find('open_order')).toBeDefined()
    await agent.chat('Open it')
    expect(toolAnswer(agent)).toMatchObject({ status: 'ok', content: '"opened"' })
  })
})
