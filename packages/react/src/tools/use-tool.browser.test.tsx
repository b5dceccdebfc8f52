import { type Agent, createAgent, unavailable } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode, Suspense, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { AgentScope, useScope } from './use-scope.tsx'
import { createGate } from '../../test/create-gate.tsx'
import { useAgent } from '../agent/use-agent.ts'
import { useTool } from './use-tool.ts'

const item = z.object({ title: z.string() })

const agentWith = (...replies: Reply[]) => createAgent({ model: scriptedModel(replies) })

const toolNames = (agent: Agent) => agent.scopes.tools.map(({ tool }) => tool.name)

const provide = (agent: Agent, children: ReactElement) => (
  <StrictMode>
    <AgentProvider agent={agent}>{children}</AgentProvider>
  </StrictMode>
)

function Named({ name, description = name }: { name: string; description?: string }): undefined {
  useTool({ name, description, handler: () => description })
}

/** Counts the changes of the registered scopes and tools. */
function watch(agent: Agent) {
  const changes = vi.fn()
  agent.scopes.subscribe(changes)
  return changes
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('useTool', () => {
  it('lets the model work with the state of a component', async () => {
    const agent = agentWith(
      calls(call('add_item', { title: 'Milk' }), call('add_item', { title: 'Tea' })),
      'Done',
    )
    function Items(): ReactElement {
      const [items, setItems] = useState<string[]>([])
      useTool({
        name: 'add_item',
        description: 'Adds an item.',
        parameters: item,
        handler: ({ title }) => {
          setItems((before) => [...before, title])
          return `There were ${items.length}`
        },
      })
      return <p>{items.join(', ')}</p>
    }
    const screen = await render(provide(agent, <Items />))
    expect(await agent.chat('Milk and tea')).toMatchObject({ content: 'Done' })
    await expect.element(screen.getByText('Milk, Tea')).toBeVisible()
  })

  it('calls the closures of the latest committed render, and registers nothing on a re-render', async () => {
    const agent = agentWith(calls(call('count')), 'Done', calls(call('count')), 'No')
    function Counter({ count }: { count: number }): undefined {
      useTool({
        name: 'count',
        description: 'Counts.',
        run: { retry: { attempts: 2 } },
        enabled: () => count < 3 || unavailable('Enough'),
        handler: () => count,
      })
    }
    const screen = await render(provide(agent, <Counter count={1} />))
    const changes = watch(agent)
    const [registered] = agent.scopes.tools
    await screen.rerender(provide(agent, <Counter count={2} />))
    expect(changes).not.toHaveBeenCalled()
    await agent.chat('Count')
    expect(agent.history.messages.at(2)).toMatchObject({ role: 'tool', content: '2' })
    await screen.rerender(provide(agent, <Counter count={3} />))
    // `enabled` has another value, and the change is announced.
    expect(changes).toHaveBeenCalledTimes(1)
    await agent.chat('Count')
    expect(agent.history.messages.at(-2)).toMatchObject({ status: 'disabled' })
    expect(agent.scopes.tools).toEqual([registered])
  })

  it('never runs a render that was thrown away', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const agent = agentWith(calls(call('say')), 'Done')
    const never = createGate()
    function Speaker({ word, wait }: { word: string; wait?: boolean }): ReactElement | null {
      useTool({ name: 'say', description: 'Says.', handler: () => word })
      return wait ? <never.Content /> : null
    }
    let show: (word: string) => void = () => undefined
    function Page(): ReactElement {
      const [word, setWord] = useState('committed')
      show = setWord
      return <Speaker word={word} wait={word === 'thrown away'} />
    }
    await render(
      provide(
        agent,
        <Suspense>
          <Page />
        </Suspense>,
      ),
    )
    const { startTransition } = await import('react')
    startTransition(() => show('thrown away'))
    await agent.chat('Say it')
    expect(agent.history.messages.at(2)).toMatchObject({ content: '"committed"' })
  })

  it('registers once for a new description or schema, and running calls go on', async () => {
    const agent = agentWith(calls(call('old')), 'Done')
    const answer = Promise.withResolvers<string>()
    function Changing({ description, field }: { description: string; field: string }): undefined {
      const [schema] = useState(() => z.object({}))
      useTool({
        name: 'old',
        description,
        parameters: field ? z.object({ [field]: z.string() }) : schema,
        handler: () => answer.promise,
      })
    }
    const screen = await render(provide(agent, <Changing description="one" field="" />))
    const run = agent.chat('Go')
    await expect.poll(() => agent.calls.getState().size).toBe(1)
    const changes = watch(agent)
    await screen.rerender(provide(agent, <Changing description="two" field="" />))
    expect(changes).toHaveBeenCalledTimes(1)
    expect(agent.scopes.find('old')?.tool.description).toBe('two')
    await screen.rerender(provide(agent, <Changing description="two" field="name" />))
    expect(changes).toHaveBeenCalledTimes(2)
    expect(agent.scopes.find('old')?.tool.jsonSchema).toMatchObject({
      properties: { name: { type: 'string' } },
    })
    answer.resolve('still here')
    await run
    expect(agent.history.messages.at(2)).toMatchObject({ content: '"still here"' })
  })

  it('hints once at a schema that every render makes anew', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const agent = agentWith()
    function Inline(): undefined {
      'use no memo'
      const parameters = z.object({ id: z.string() })
      useTool({ name: 'inline', description: 'Inline.', parameters, handler: ({ id }) => id })
    }
    const screen = await render(provide(agent, <Inline />))
    await screen.rerender(provide(agent, <Inline />))
    await screen.rerender(provide(agent, <Inline />))
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('Move the schema out'))
  })

  it('follows a name', async () => {
    const agent = agentWith()
    const screen = await render(provide(agent, <Named name="before" />))
    await screen.rerender(provide(agent, <Named name="after" />))
    expect(toolNames(agent)).toEqual(['after'])
    expect(agent.scopes.scopes.map(({ name }) => name)).toEqual(['after'])
    await screen.unmount()
    expect(toolNames(agent)).toEqual([])
    expect(agent.scopes.scopes).toEqual([])
  })

  it('ends the running calls of a tool that unmounts, and no others', async () => {
    const agent = agentWith(calls(call('leave')), 'Done')
    const reasons: unknown[] = []
    function Leaving(): undefined {
      useTool({
        name: 'leave',
        description: 'Leaves.',
        handler: (_, ctx) =>
          new Promise<never>(() => {
            ctx.signal.addEventListener('abort', () => reasons.push(ctx.signal.reason))
          }),
      })
    }
    function Page({ open }: { open: boolean }): ReactElement {
      const scope = useScope({ name: 'page' })
      useTool({ scope, name: 'stay', description: 'Stays.', handler: () => 1 })
      return <AgentScope name="rows">{open && <Leaving />}</AgentScope>
    }
    const screen = await render(provide(agent, <Page open />))
    const run = agent.chat('Go')
    await expect.poll(() => agent.calls.getState().get('call_1')?.state).toBe('running')
    await screen.rerender(provide(agent, <Page open={false} />))
    expect(await run).toMatchObject({ content: 'Done' })
    expect(reasons).toMatchObject([{ kind: 'scope_ended' }])
    expect(agent.history.messages.at(2)).toMatchObject({ status: 'interrupted' })
    expect(toolNames(agent)).toEqual(['stay'])
  })

  it('is gone while its component is hidden by Suspense', async () => {
    const agent = agentWith()
    const slowly = createGate(<p>Here</p>)
    const page = (slow: boolean) =>
      provide(
        agent,
        <Suspense fallback={<p>Loading</p>}>
          <Named name="hidden" />
          {slow && <slowly.Content />}
        </Suspense>,
      )
    const screen = await render(page(false))
    expect(toolNames(agent)).toEqual(['hidden'])
    await screen.rerender(page(true))
    await expect.element(screen.getByText('Loading')).toBeVisible()
    expect(toolNames(agent)).toEqual([])
    slowly.open()
    await expect.element(screen.getByText('Here')).toBeVisible()
    expect(toolNames(agent)).toEqual(['hidden'])
  })

  it('keeps the first of two tools of one name, reports the second once, and promotes it', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const agent = agentWith()
    const page = (first: boolean) =>
      provide(
        agent,
        <>
          <AgentScope name="orders">
            {first && <Named name="search" description="first" />}
          </AgentScope>
          <Named name="search" description="second" />
          <Named name="search" description="third" />
        </>,
      )
    const screen = await render(page(true))
    expect(agent.scopes.tools.map(({ tool }) => tool.description)).toEqual(['first'])
    expect(error.mock.calls.map(([message]) => message)).toEqual([
      expect.stringContaining('"search" is registered twice (scopes "orders" and "search")'),
      expect.stringContaining('"search" is registered twice'),
    ])
    await screen.rerender(page(false))
    expect(agent.scopes.tools.map(({ tool }) => tool.description)).toEqual(['second'])
    await screen.unmount()
    expect(toolNames(agent)).toEqual([])
    expect(error).toHaveBeenCalledTimes(2)
  })

  it('waits for a name that something other than a component holds', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const agent = agentWith()
    const { Scope, Tool } = await import('@ambit/core')
    const tool = new Tool({ name: 'search', description: 'outer', handler: () => 1 })
    const dispose = agent.scopes.register(new Scope({ name: 'outer', tools: [tool] }))
    await render(provide(agent, <Named name="search" description="inner" />))
    expect(agent.scopes.find('search')?.tool.description).toBe('outer')
    dispose()
    expect(agent.scopes.find('search')?.tool.description).toBe('inner')
  })
})

describe('useScope', () => {
  it('gives the model its context, and turns its tools off while it is off', async () => {
    const model = scriptedModel(['One', 'Two'])
    const agent = createAgent({ model })
    function Orders({ filter, off }: { filter: string; off?: boolean }): undefined {
      const orders = useScope({
        name: 'orders',
        label: `Orders (${filter})`,
        context: () => ({ filter }),
        enabled: () => !off,
      })
      useTool({ scope: orders, name: 'open', description: 'Opens.', handler: () => 1 })
    }
    const screen = await render(provide(agent, <Orders filter="late" />))
    await screen.rerender(provide(agent, <Orders filter="paid" />))
    expect(agent.scopes.scopes.map(({ label }) => label)).toEqual(['Orders (paid)'])
    await agent.chat('One')
    const [request] = model.requests
    expect(JSON.stringify(request?.prompt)).toContain('{\\"filter\\":\\"paid\\"}')
    expect(request?.tools).toHaveLength(1)
    await screen.rerender(provide(agent, <Orders filter="paid" off />))
    await agent.chat('Two')
    expect(JSON.stringify(model.requests[1]?.prompt)).not.toContain('scope-context')
    expect(model.requests[1]).not.toHaveProperty('tools')
  })

  it('says the instructions of the latest committed render, also where there were none', async () => {
    const model = scriptedModel(['a', 'b', 'c', 'd'])
    const agent = createAgent({ model })
    type Words = string | (() => string) | undefined
    function Orders({ words }: { readonly words: Words }): undefined {
      useScope({ name: 'orders', instructions: words })
    }
    const { rerender } = await render(provide(agent, <Orders words={undefined} />))
    await agent.chat('Go')
    for (const words of ['Ask first.', () => 'Never ask.', undefined] as Words[]) {
      await rerender(provide(agent, <Orders words={words} />))
      await agent.chat('Go')
    }
    const told = model.requests.map((request) => JSON.stringify(request))
    expect(told.map((text) => text.includes('Ask first.'))).toEqual([false, true, false, false])
    expect(told.map((text) => text.includes('Never ask.'))).toEqual([false, false, true, false])
  })

  it('keeps the first of two scopes of one name; the second waits with its tools', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const agent = agentWith()
    const page = (first: boolean) =>
      provide(
        agent,
        <>
          {first && (
            <AgentScope key="1" name="rows" label="First">
              <Named name="a" />
            </AgentScope>
          )}
          <AgentScope key="2" name="rows" label="Second">
            <Named name="b" />
          </AgentScope>
        </>,
      )
    const screen = await render(page(true))
    expect(toolNames(agent)).toEqual(['a'])
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('Scope "rows" is registered twice'),
    )
    await screen.rerender(page(false))
    expect(toolNames(agent)).toEqual(['b'])
    expect(agent.scopes.scopes.map(({ label }) => label)).toEqual(['Second'])
  })

  it('keeps the scopes of an outer agent out of an inner one', async () => {
    const outer = agentWith()
    const inner = agentWith()
    await render(
      provide(
        outer,
        <AgentScope name="outer">
          <AgentProvider agent={inner}>
            <Named name="deep" />
          </AgentProvider>
        </AgentScope>,
      ),
    )
    expect(toolNames(outer)).toEqual([])
    expect(toolNames(inner)).toEqual(['deep'])
  })
})

describe('the scopes of useAgent', () => {
  it('lists what the agent can do, and follows it', async () => {
    const agent = agentWith()
    const locked = { on: false, listeners: new Set<() => void>() }
    function Locked(): undefined {
      useTool({
        name: 'unlock',
        description: 'Unlocks.',
        enabled: {
          get: () => locked.on || unavailable('Locked'),
          subscribe: (listener) => {
            locked.listeners.add(listener)
            return () => locked.listeners.delete(listener)
          },
        },
        handler: () => 1,
      })
    }
    const List = (): ReactElement => (
      <ul>
        {useAgent((state) => state.scopes).flatMap(({ scope, tools }) =>
          tools.map(({ tool, availability }) => (
            <li key={tool.name}>
              {scope.label}/{tool.title}
              {availability.enabled ? '' : `: ${availability.reason}`}
            </li>
          )),
        )}
      </ul>
    )
    const screen = await render(
      provide(
        agent,
        <>
          <List />
          <AgentScope name="safe" label="Safe">
            <Locked />
          </AgentScope>
        </>,
      ),
    )
    await expect.element(screen.getByText('Safe/Unlock: Locked')).toBeVisible()
    locked.on = true
    locked.listeners.forEach((listener) => listener())
    await expect.element(screen.getByText('Safe/Unlock', { exact: true })).toBeVisible()
  })
})
