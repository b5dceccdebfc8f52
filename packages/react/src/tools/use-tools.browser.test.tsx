import { type Agent, createAgent, Tool, type ToolMessage } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { type ReactElement, type ReactNode, StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { AgentScope, useScope } from './use-scope.tsx'
import { useTools } from './use-tools.ts'

const agentWith = (...replies: Reply[]) => createAgent({ model: scriptedModel(replies) })

const provide = (agent: Agent, children: ReactNode) => (
  <StrictMode>
    <AgentProvider agent={agent}>{children}</AgentProvider>
  </StrictMode>
)

const namesOf = (agent: Agent): string[] => agent.scopes.tools.map(({ tool }) => tool.name).sort()

const answersOf = (agent: Agent): string[] =>
  agent.history.messages
    .filter((message): message is ToolMessage => message.role === 'tool')
    .map(({ content }) => content)

const parameters = z.object({ by: z.number() })

/** Has a tool for each counter. */
function Counters({ names, add = 0 }: { names: readonly string[]; add?: number }): null {
  useTools(
    names.map((name) => ({
      name,
      description: `Counts ${name}.`,
      parameters,
      handler: ({ by }: { by: number }) => `${name} ${by + add}`,
    })),
  )
  return null
}

describe('useTools', () => {
  it('has the tools of a list of changing length, each with its latest closure', async () => {
    const agent = agentWith(calls(call('a', { by: 1 }), call('b', { by: 1 })), 'Done')
    const screen = await render(provide(agent, <Counters names={['a']} />))
    expect(namesOf(agent)).toEqual(['a'])
    await screen.rerender(provide(agent, <Counters names={['b', 'c', 'a']} add={10} />))
    expect(namesOf(agent)).toEqual(['a', 'b', 'c'])
    await agent.chat('Count')
    expect(answersOf(agent)).toEqual(['"a 11"', '"b 11"'])
    await screen.rerender(provide(agent, <Counters names={['c']} />))
    expect(namesOf(agent)).toEqual(['c'])
    await screen.rerender(provide(agent, <Counters names={[]} />))
    expect(namesOf(agent)).toEqual([])
  })

  it('registers what is new, and leaves what stays', async () => {
    const agent = agentWith()
    const screen = await render(provide(agent, <Counters names={['a', 'b']} />))
    const [a, b] = [agent.scopes.find('a'), agent.scopes.find('b')]
    const changes = vi.fn()
    agent.scopes.subscribe(changes)
    await screen.rerender(provide(agent, <Counters names={['b', 'a']} add={1} />))
    expect(changes).not.toHaveBeenCalled()
    await screen.rerender(provide(agent, <Counters names={['b', 'c', 'a']} />))
    expect(changes).toHaveBeenCalledTimes(1)
    await screen.rerender(provide(agent, <Counters names={['c', 'a']} />))
    expect(changes).toHaveBeenCalledTimes(2)
    expect(agent.scopes.find('a')).toBe(a)
    expect(agent.scopes.find('b')).toBeUndefined()
    await screen.unmount()
    expect(namesOf(agent)).toEqual([])
    expect(b?.tool.name).toBe('b')
  })

  it('lets a call go on while others come and go, and cancels the call of one that went', async () => {
    const agent = agentWith(calls(call('stay')), calls(call('go')), 'Done')
    const stays = Promise.withResolvers<string>()
    const goes = Promise.withResolvers<string>()
    function Two({ hasGo }: { hasGo: boolean }): null {
      const stay = { name: 'stay', description: 'Stays.', handler: () => stays.promise }
      const go = { name: 'go', description: 'Goes.', handler: () => goes.promise }
      useTools([...(hasGo ? [go] : []), stay])
      return null
    }
    const show = (hasGo: boolean) => provide(agent, <Two hasGo={hasGo} />)
    const screen = await render(show(true))
    const run = agent.chat('Both')
    const isRunning = (name: string) =>
      [...agent.calls.getState().values()].some(
        ({ tool, state }) => tool === name && state === 'running',
      )
    await expect.poll(() => isRunning('stay')).toBe(true)
    await screen.rerender(show(false))
    await screen.rerender(show(true))
    stays.resolve('yes')
    await expect.poll(() => isRunning('go')).toBe(true)
    await screen.rerender(show(false))
    await run
    const status = agent.history.messages.flatMap((each) =>
      each.role === 'tool' ? [`${each.name} ${each.status}`] : [],
    )
    expect(status).toEqual(['stay ok', 'go interrupted'])
  })

  it('infers the arguments of each tool, and takes tools that are made already', async () => {
    const agent = agentWith(calls(call('one', { by: 2 }), call('two'), call('made')), 'Done')
    const made = new Tool({ name: 'made', description: 'Made.', handler: () => 'made' })
    function Mixed(): null {
      useTools([
        { name: 'one', description: 'One.', parameters, handler: ({ by }) => by.toFixed(1) },
        { name: 'two', description: 'Two.', handler: () => 2 },
        made,
      ])
      return null
    }
    await render(provide(agent, <Mixed />))
    await agent.chat('Go')
    expect(answersOf(agent)).toEqual(['"2.0"', '2', '"made"'])
    expect(agent.scopes.find('made')?.tool).toBe(made)
  })

  it('leaves out one that cannot be made, and one whose name is taken waits', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const agent = agentWith()
    const screen = await render(provide(agent, <Counters names={['a', 'no way', 'a', 'b']} />))
    expect(namesOf(agent)).toEqual(['a', 'b'])
    expect(agent.scopes.leftOut).toMatchObject([{ what: 'tool "no way"' }])
    expect(String(error.mock.calls)).toContain('Tool "a" is registered twice')
    await screen.rerender(provide(agent, <Counters names={['b']} />))
    expect(namesOf(agent)).toEqual(['b'])
    expect(agent.scopes.leftOut).toEqual([])
    error.mockRestore()
  })
})

it('an entry that is not there leaves the others, and the page', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const agent = agentWith()
  function Page(): ReactElement {
    useTools([{ name: 'a', description: 'A.', handler: () => 1 }, null as never])
    return <p>There</p>
  }
  const screen = await render(provide(agent, <Page />))
  await expect.element(screen.getByText('There')).toBeVisible()
  expect(namesOf(agent)).toEqual(['a'])
  error.mockRestore()
})

describe('the tools of a scope', () => {
  it('are in it, with AgentScope and useScope', async () => {
    const agent = agentWith(calls(call('inner', { by: 3 })), 'Done')
    function Page({ hasSecond }: { hasSecond: boolean }): ReactElement {
      const scope = useScope({
        name: 'hooked',
        tools: [
          { name: 'first', description: 'First.', parameters, handler: ({ by }) => by },
          ...(hasSecond ? [{ name: 'second', description: 'Second.', handler: () => 2 }] : []),
        ],
      })
      return (
        <AgentScope
          name="around"
          tools={[{ name: 'inner', description: scope.name, parameters, handler: ({ by }) => by }]}
        >
          <Counters names={['below']} />
        </AgentScope>
      )
    }
    const placesOf = () =>
      agent.scopes.tools.map(({ tool, scope }) => `${scope.name}.${tool.name}`).sort()
    const screen = await render(provide(agent, <Page hasSecond />))
    const all = ['around.below', 'around.inner', 'hooked.first', 'hooked.second']
    expect(placesOf()).toEqual(all)
    await screen.rerender(provide(agent, <Page hasSecond={false} />))
    expect(placesOf()).toEqual(all.slice(0, 3))
    await agent.chat('Go')
    expect(answersOf(agent)).toEqual(['3'])
  })
})
