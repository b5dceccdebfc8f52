import { type Agent, type AgentEvent, createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import {
  type ReactElement,
  startTransition,
  StrictMode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from './agent-provider.tsx'
import { createGate } from '../../test/create-gate.tsx'
import { useAgentEvent } from './use-agent-event.ts'
import { usePlugin } from './use-plugin.ts'

const provide = (agent: Agent, children: ReactElement) => (
  <StrictMode>
    <AgentProvider agent={agent}>
      <Suspense>{children}</Suspense>
    </AgentProvider>
  </StrictMode>
)

describe('useAgentEvent', () => {
  it('calls the closure of the latest commit, once an event, while it is mounted', async () => {
    const agent = createAgent({ model: scriptedModel(['1', '2', '3']) })
    const log: string[] = []
    function Observer({ word }: { word: string }): null {
      useAgentEvent('agent:completed', ({ content }) => log.push(`${word} ${content}`))
      return null
    }
    const screen = await render(provide(agent, <Observer word="first" />))
    const subscribe = vi.spyOn(agent, 'on')
    await agent.chat('Go')
    await screen.rerender(provide(agent, <Observer word="second" />))
    expect(subscribe).not.toHaveBeenCalled()
    await agent.chat('Go')
    await screen.unmount()
    await agent.chat('Go')
    expect(log).toEqual(['first 1', 'second 2'])
  })

  it('leaves out an event that does not exist, and the page goes on', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const agent = createAgent({ model: scriptedModel([]) })
    function Observer(): ReactElement {
      useAgentEvent('agent:finished' as never, () => undefined)
      return <p>the page</p>
    }
    const screen = await render(provide(agent, <Observer />))
    await expect.element(screen.getByText('the page')).toBeVisible()
    expect(JSON.stringify(agent.scopes.leftOut)).toContain('agent:finished')
    expect(told).toHaveBeenCalledWith(expect.stringContaining('agent:finished'))
    told.mockRestore()
  })

  it('observes everything with `*`, and follows a change of type', async () => {
    const agent = createAgent({ model: scriptedModel(['Well']) })
    const types: AgentEvent['type'][] = []
    function Observer({ all }: { all: boolean }): null {
      useAgentEvent(all ? '*' : 'agent:started', ({ type }) => types.push(type))
      return null
    }
    const screen = await render(provide(agent, <Observer all={false} />))
    await screen.rerender(provide(agent, <Observer all />))
    const run = agent.chat('Go')
    await run
    expect(types).toContain('agent:delta')
    expect(types.filter((type) => type !== 'agent:delta')).toEqual(
      run.events.map(({ type }) => type),
    )
  })

  it('R69 reports a handler that throws or rejects to the page, and breaks nothing', async () => {
    const reported: unknown[] = []
    const note = (event: ErrorEvent): void => {
      event.preventDefault()
      reported.push((event.error as Error).message)
    }
    window.addEventListener('error', note)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const agent = createAgent({ model: scriptedModel(['Well']) })
    const heard: string[] = []
    function Observer(): null {
      useAgentEvent('agent:started', () => {
        throw new Error('It threw')
      })
      useAgentEvent('agent:started', () => Promise.reject(new Error('It rejected')))
      useAgentEvent('agent:completed', ({ content }) => heard.push(content))
      return null
    }
    const screen = await render(provide(agent, <Observer />))
    await agent.chat('Go')
    await vi.waitFor(() => expect(reported).toEqual(['It threw', 'It rejected']))
    expect(heard).toEqual(['Well'])
    await screen.unmount()
    logged.mockRestore()
    window.removeEventListener('error', note)
  })

  it('never runs a render that was thrown away', async () => {
    const agent = createAgent({ model: scriptedModel(['1']) })
    const never = createGate()
    const log: string[] = []
    let show: (word: string) => void = () => undefined
    function Observer({ word }: { word: string }): ReactElement | null {
      useAgentEvent('agent:completed', () => log.push(word))
      return word === 'committed' ? null : <never.Content />
    }
    function Page(): ReactElement {
      const [word, setWord] = useState('committed')
      useEffect(() => {
        show = setWord
      }, [])
      return <Observer word={word} />
    }
    await render(provide(agent, <Page />))
    startTransition(() => show('thrown away'))
    await agent.chat('Go')
    expect(log).toEqual(['committed'])
  })
})

describe('usePlugin', () => {
  it('intercepts with the closure of the latest commit, while it is mounted', async () => {
    const model = scriptedModel([calls(call('go')), 'Done', calls(call('go')), 'Done', 'Done'])
    const agent = createAgent({ model })
    function Guard({ reason }: { reason: string }): null {
      usePlugin({
        name: 'guard',
        call: () => reason,
        request: (_, next) => next({ temperature: 0 }),
      })
      return null
    }
    const go = { name: 'go', description: 'Goes.', handler: () => 'went' }
    const { Tool } = await import('@ambit/core')
    const tools = [new Tool(go)]
    const screen = await render(provide(agent, <Guard reason="first" />))
    await agent.chat('Go', { tools })
    await screen.rerender(provide(agent, <Guard reason="second" />))
    await agent.chat('Go', { tools })
    const answers = agent.history.messages.filter(({ role }) => role === 'tool')
    expect(answers.map(({ content }) => content)).toEqual(['"first"', '"second"'])
    expect(model.requests.every(({ temperature }) => temperature === 0)).toBe(true)
    await screen.unmount()
    await agent.chat('Go')
    expect(model.requests.at(-1)?.temperature).toBeUndefined()
  })

  it('ends the run when it throws, and is awaited', async () => {
    const agent = createAgent({ model: scriptedModel(['Never']) })
    function Guard(): null {
      usePlugin({
        name: 'guard',
        run: async () => {
          await Promise.resolve()
          throw new Error('Not today')
        },
      })
      return null
    }
    await render(provide(agent, <Guard />))
    const { result } = agent.chat('Go')
    await expect(result).rejects.toMatchObject({ code: 'plugin', cause: { message: 'Not today' } })
    await expect(result).rejects.toMatchObject({
      code: 'plugin',
      cause: { message: 'Not today' },
    })
  })
})
