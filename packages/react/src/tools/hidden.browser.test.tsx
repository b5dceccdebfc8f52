import { type Agent, createAgent } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import * as React from 'react'
import { type ReactElement, StrictMode, Suspense, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { createGate } from '../../test/create-gate.tsx'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { usePending } from '../agent/use-pending.ts'
import { AgentScope } from './use-scope.tsx'
import { useTool } from './use-tool.ts'

const agentWith = (...replies: Reply[]) => createAgent({ model: scriptedModel(replies) })

const toolNames = (agent: Agent) => agent.scopes.tools.map(({ tool }) => tool.name)

const provide = (agent: Agent, children: ReactElement) => (
  <StrictMode>
    <AgentProvider agent={agent}>{children}</AgentProvider>
  </StrictMode>
)

/** Registers a scope, a tool and a tool for each of two rows, and keeps a count. */
function Orders({ handler }: { handler?: () => unknown }): ReactElement {
  const [count, setCount] = useState(0)
  useTool({
    name: 'count_orders',
    description: 'Counts.',
    handler: handler ?? (() => setCount(count + 1)),
  })
  return (
    <AgentScope name="orders" context={() => `${count} counted`}>
      <p>Counted {count}</p>
      <Row id="a" />
      <Row id="b" />
    </AgentScope>
  )
}

function Row({ id }: { id: string }): null {
  useTool({ name: 'open_order', description: 'Opens.', subject: { id }, handler: () => id })
  return null
}

const all = ['count_orders', 'open_order']

describe('a boundary that suspends again', () => {
  it('takes the scopes, tools and rows below it off the page, and puts them back', async () => {
    const agent = agentWith(calls(call('count_orders')), 'Done', 'Nothing is there')
    const gates = [createGate(<p>First</p>), createGate(<p>Second</p>)]
    const page = (at?: number) => {
      const Content = at === undefined ? undefined : gates[at]?.Content
      return provide(
        agent,
        <Suspense fallback={<p>Loading</p>}>
          <Orders />
          {Content && <Content />}
        </Suspense>,
      )
    }
    const screen = await render(page())
    await agent.chat('Count')
    for (const [at, text] of ['First', 'Second'].entries()) {
      await screen.rerender(page(at))
      await expect.element(screen.getByText('Loading')).toBeVisible()
      expect(toolNames(agent)).toEqual([])
      expect(agent.scopes.has('orders')).toBe(false)
      gates[at]?.open()
      await expect.element(screen.getByText(text)).toBeVisible()
      expect(toolNames(agent).toSorted()).toEqual(all)
      expect(agent.scopes.has('orders')).toBe(true)
    }
    await expect.element(screen.getByText('Counted 1')).toBeVisible()
  })

  const Slow = createGate().Content
  const cases = { 'is back': true, 'stays away': false }
  for (const [what, isBack] of Object.entries(cases)) {
    it(`${isBack ? 'lets a call go on' : 'ends a call'} whose component ${what}`, async () => {
      const answer = Promise.withResolvers<string>()
      const model = scriptedModel([calls(call('count_orders')), 'Done'])
      const agent = createAgent({ model, settle: isBack ? 60_000 : 100 })
      const page = (isSlow: boolean) =>
        provide(
          agent,
          <Suspense fallback={<p>Loading</p>}>
            <Orders handler={() => answer.promise} />
            {isSlow && <Slow />}
          </Suspense>,
        )
      const screen = await render(page(false))
      const run = agent.chat('Count')
      await expect.poll(() => agent.calls.getState().get('call_1')?.state).toBe('running')
      await screen.rerender(page(true))
      await expect.element(screen.getByText('Loading')).toBeVisible()
      if (isBack) {
        await screen.rerender(page(false))
        answer.resolve('2 orders')
      }
      await run
      expect(agent.history.messages.at(2)).toMatchObject(
        isBack ? { status: 'ok', content: '"2 orders"' } : { status: 'interrupted' },
      )
    })
  }
})

// `<Activity>` is new in React 19.
describe.skipIf(!('Activity' in React))('an Activity', () => {
  const { Activity } = React
  const page = (agent: Agent, isShown: boolean) =>
    provide(
      agent,
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <Orders />
      </Activity>,
    )

  it('has its tools and scopes off while it is hidden, and keeps its state', async () => {
    const model = scriptedModel([calls(call('count_orders')), 'Done', 'Hidden', 'Back'])
    const agent = createAgent({ model })
    const lastPrompt = () => JSON.stringify(model.requests.at(-1)?.prompt)
    const screen = await render(page(agent, false))
    expect(toolNames(agent)).toEqual([])
    await screen.rerender(page(agent, true))
    expect(toolNames(agent).toSorted()).toEqual(all)
    await agent.chat('Count')
    await expect.element(screen.getByText('Counted 1')).toBeVisible()
    await screen.rerender(page(agent, false))
    expect(agent.scopes.has('orders')).toBe(false)
    await agent.chat('Count again')
    expect(model.requests.at(-1)).not.toHaveProperty('tools')
    expect(lastPrompt()).not.toContain('1 counted')
    await screen.rerender(page(agent, true))
    await agent.chat('And now')
    expect(model.requests.at(-1)?.tools).toEqual(model.requests[0]?.tools)
    expect(lastPrompt()).toContain('1 counted')
  })

  it('closes what waits for a user when it is hidden', async () => {
    const agent = agentWith(calls(call('delete_all')), 'Done')
    function Danger(): null {
      usePending()
      useTool({
        name: 'delete_all',
        description: 'Deletes.',
        approval: true,
        handler: () => 'deleted',
      })
      return null
    }
    const danger = (isShown: boolean) =>
      provide(
        agent,
        <Activity mode={isShown ? 'visible' : 'hidden'}>
          <Danger />
        </Activity>,
      )
    const screen = await render(danger(true))
    const run = agent.chat('Delete')
    await expect.poll(() => agent.pending.list('approval').length).toBe(1)
    await screen.rerender(danger(false))
    await run
    expect(agent.pending.list('approval')).toEqual([])
    expect(agent.history.messages.at(2)).toMatchObject({ status: 'cancelled' })
  })
})
