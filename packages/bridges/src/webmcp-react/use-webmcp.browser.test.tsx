import { type Agent, createAgent } from '@ambit/core'
import { AgentProvider, useTool } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { FakeModelContext } from '../../test/fake-model-context.ts'
import { useWebMcp } from './use-webmcp.ts'

let page: FakeModelContext

beforeEach(() => {
  page = new FakeModelContext()
  Object.defineProperty(document, 'modelContext', { value: page, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(document, 'modelContext')
})

const newAgent = (): Agent => createAgent({ model: scriptedModel([]) })

let shown: { setCount(count: number): void; setMounted(isMounted: boolean): void }

function Counter(): ReactElement {
  const [count, setCount] = useState(0)
  const [isMounted, setMounted] = useState(true)
  shown = { setCount, setMounted }
  return (
    <>
      <p>Count {count}</p>
      {isMounted && <Tools count={count} />}
    </>
  )
}

function Tools({ count }: { count: number }): null {
  useTool({ name: 'read_count', description: 'Reads.', effect: 'read', handler: () => count })
  useTool({
    name: 'reset',
    description: 'Resets.',
    enabled: () => count > 100,
    handler: () => shown.setCount(0),
  })
  return null
}

/** Connects WebMCP with functions that are new in each render. */
function Connect(): null {
  useWebMcp({
    expose: { tools: ({ name }) => name !== 'secret' },
    scope: { tools: () => true, effect: () => undefined },
  })
  return null
}

const app = (agent: Agent) => (
  <StrictMode>
    <AgentProvider agent={agent}>
      <Connect />
      <Counter />
    </AgentProvider>
  </StrictMode>
)

const expectTools = (...names: string[]) => vi.waitFor(() => expect(page.names).toEqual(names))

describe('useWebMcp', () => {
  it('5 causes no event in twenty renders, and one for a tool that goes on', async () => {
    const screen = await render(app(newAgent()))
    await expectTools('read_count')
    page.changes.length = 0
    for (let count = 1; count <= 20; count++) shown.setCount(count)
    await expect.element(screen.getByText('Count 20')).toBeVisible()
    shown.setCount(101)
    await expectTools('read_count', 'reset')
    expect(page.changes).toEqual(['+reset'])
  })

  it('6 is clean under StrictMode: no duplicate, and calls reach the page', async () => {
    const screen = await render(app(newAgent()))
    await expectTools('read_count')
    shown.setCount(7)
    await expect.element(screen.getByText('Count 7')).toBeVisible()
    expect(await page.executeTool({ name: 'read_count' }, {})).toBe('7')
  })

  it('7 removes the tools of a component that unmounts, and all with its own', async () => {
    const screen = await render(app(newAgent()))
    await expectTools('read_count')
    shown.setMounted(false)
    await expectTools()
    shown.setMounted(true)
    await expectTools('read_count')
    await screen.unmount()
    await expectTools()
  })

  it('gives the agent the tools of other parts of the page, if that is asked for', async () => {
    const agent = newAgent()
    await render(app(agent))
    page.addForeign({ name: 'quote' })
    await vi.waitFor(() => expect(agent.scopes.find('ext_quote')).toBeDefined())
  })

  it('1 without WebMCP renders all the same', async () => {
    Reflect.deleteProperty(document, 'modelContext')
    const screen = await render(app(newAgent()))
    await expect.element(screen.getByText('Count 0')).toBeVisible()
  })
})
