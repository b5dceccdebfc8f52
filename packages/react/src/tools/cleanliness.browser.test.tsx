import { type Agent, createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import * as React from 'react'
import {
  type ComponentType,
  type ReactElement,
  type ReactNode,
  startTransition,
  StrictMode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { AgentScope, useScope } from './use-scope.tsx'
import { createGate } from '../../test/create-gate.tsx'
import { useAgentEvent } from '../agent/use-agent-event.ts'
import { usePlugin } from '../agent/use-plugin.ts'
import { useTool } from './use-tool.ts'

/** The tools and scopes that the agent has registered. */
interface Held {
  readonly tools: readonly string[]
  readonly scopes: readonly string[]
}

const held = ({ scopes }: Agent): Held => ({
  tools: scopes.tools.map(({ tool }) => tool.name),
  scopes: scopes.scopes.map(({ name }) => name),
})

const all: Held = { tools: ['look'], scopes: ['page'] }
const nothing: Held = { tools: [], scopes: [] }

/** Uses every hook that adds something to the agent. The log shows the render that was called. */
function Member({ word = 'here', log }: { word?: string; log?: string[] }): ReactElement {
  const scope = useScope({ name: 'page', context: () => ({ word }) })
  useTool({ scope, name: 'look', description: 'Looks.', handler: () => word })
  usePlugin({
    name: 'log',
    call: (_, next) => {
      log?.push(`plug-in ${word}`)
      return next()
    },
  })
  useAgentEvent('agent:tool_succeeded', () => log?.push(`event ${word}`))
  return <p>{word}</p>
}

const agentThat = (times = 1) => {
  const model = scriptedModel(
    Array.from({ length: times }, () => [calls(call('look')), 'Done']).flat(),
  )
  return { agent: createAgent({ model }), model }
}

const within = (agent: Agent, children: ReactNode): ReactElement => (
  <StrictMode>
    <AgentProvider agent={agent}>
      <Suspense>{children}</Suspense>
    </AgentProvider>
  </StrictMode>
)

const answers = ({ history }: Agent): unknown[] =>
  history.messages.filter(({ role }) => role === 'tool').map(({ content }) => content)

const error = vi.spyOn(console, 'error')

beforeEach(() => {
  error.mockClear()
})

afterEach(() => {
  if (error.mock.calls.length > 0) throw new Error('React complained.', { cause: error.mock.calls })
})

describe('a component of the agent', () => {
  it('under StrictMode holds everything once, and leaves nothing behind', async () => {
    const { agent } = agentThat()
    const log: string[] = []
    const screen = await render(within(agent, <Member log={log} />))
    expect(held(agent)).toEqual(all)
    await agent.chat('Look')
    expect(log).toEqual(['plug-in here', 'event here'])
    await screen.unmount()
    expect(held(agent)).toEqual(nothing)
    const tool = await agent.runTool('look').catch((thrown: unknown) => thrown)
    expect(tool).toMatchObject({ name: 'UnknownToolError' })
    expect(log).toHaveLength(2)
  })

  it('that Suspense throws away before it is mounted leaves nothing', async () => {
    const { agent } = agentThat()
    const never = createGate()
    const screen = await render(
      within(
        agent,
        <Suspense fallback={<p>Loading</p>}>
          <Member word="never seen" />
          <never.Content />
        </Suspense>,
      ),
    )
    await expect.element(screen.getByText('Loading')).toBeVisible()
    expect(held(agent)).toEqual(nothing)
    await screen.rerender(within(agent, <Member />))
    expect(held(agent)).toEqual(all)
  })

  it('answers from what is committed while a transition renders something else', async () => {
    const { agent, model } = agentThat(2)
    const gate = createGate()
    const log: string[] = []
    let show: (word: string) => void = () => undefined
    function Page(): ReactElement {
      const [word, setWord] = useState('before')
      useEffect(() => {
        show = setWord
      }, [])
      return (
        <>
          <Member word={word} log={log} />
          {word === 'after' && <gate.Content />}
        </>
      )
    }
    const screen = await render(within(agent, <Page />))
    startTransition(() => show('after'))
    await agent.with({ settle: false }).chat('Look')
    expect(answers(agent)).toEqual(['"before"'])
    expect(JSON.stringify(model.requests.at(-1)?.prompt)).toContain('before')
    gate.open()
    await expect.element(screen.getByText('after')).toBeVisible()
    await agent.chat('Look')
    expect(answers(agent)).toEqual(['"before"', '"after"'])
    expect(log).toEqual(['plug-in before', 'event before', 'plug-in after', 'event after'])
  })

  it('that is remounted with new code, as Fast Refresh does, is there once, with the new', async () => {
    const { agent } = agentThat(2)
    const version =
      (word: string): ComponentType =>
      () => <Member word={word} />
    const First = version('first')
    const Second = version('second')
    const screen = await render(within(agent, <First />))
    await agent.chat('Look')
    await screen.rerender(within(agent, <Second />))
    expect(held(agent)).toEqual(all)
    await agent.chat('Look')
    expect(answers(agent)).toEqual(['"first"', '"second"'])
  })

  it('keeps its place among the tools through a remount', async () => {
    const { agent } = agentThat()
    const page = (key: string) =>
      within(
        agent,
        <AgentScope name="others">
          <Member key={key} />
          <Other />
        </AgentScope>,
      )
    const screen = await render(page('1'))
    const before = held(agent).tools
    await screen.rerender(page('2'))
    expect(held(agent).tools).toEqual(before)
  })

  it('hands its name to the one that waits for it, in the middle of a run', async () => {
    error.mockReturnValueOnce()
    const { agent, model } = agentThat(2)
    const hanging = Promise.withResolvers<never>()
    function Named({ handler }: { handler: () => unknown }): null {
      useTool({ name: 'look', description: 'Looks.', handler })
      return null
    }
    const page = (isFirstThere: boolean) =>
      within(
        agent,
        <>
          {isFirstThere && <Named key="1" handler={() => hanging.promise} />}
          <Named key="2" handler={() => 'second'} />
        </>,
      )
    const screen = await render(page(true))
    expect(error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('registered twice'))
    error.mockClear()
    const run = agent.chat('Look')
    await expect.poll(() => agent.calls.getState().get('call_1')?.state).toBe('running')
    await screen.rerender(page(false))
    await run
    expect(agent.history.messages.at(2)).toMatchObject({ role: 'tool', status: 'interrupted' })
    expect(model.requests[1]?.tools?.map(({ name }) => name)).toEqual(['look'])
    await agent.chat('Look')
    expect(answers(agent).at(-1)).toBe('"second"')
  })

  it.runIf('Activity' in React)(
    'in an <Activity> that is hidden holds nothing, ends its calls, and comes back',
    async () => {
      const { Activity } = React
      const { agent } = agentThat(2)
      const log: string[] = []
      const page = (mode: 'visible' | 'hidden', word: string) =>
        within(
          agent,
          <Activity mode={mode}>
            <Member word={word} log={log} />
            <Hanging />
          </Activity>,
        )
      const screen = await render(page('hidden', 'unseen'))
      expect(held(agent)).toEqual(nothing)
      await screen.rerender(page('visible', 'seen'))
      expect(held(agent).tools).toContain('look')
      const hanging = agent.runTool('hang')
      await expect.poll(() => hanging.events.length).toBe(2)
      await screen.rerender(page('hidden', 'behind'))
      await expect(hanging.result).rejects.toMatchObject({ reason: { kind: 'scope_ended' } })
      expect(held(agent)).toEqual(nothing)
      log.length = 0
      await agent.chat('Look')
      expect(agent.history.messages.at(-2)).toMatchObject({ status: 'unknown' })
      expect(log).toEqual([])
      await screen.rerender(page('visible', 'again'))
      await agent.chat('Look')
      expect(answers(agent).at(-1)).toBe('"again"')
      expect(log).toEqual(['plug-in again', 'event again'])
    },
  )
})

function Other(): null {
  useTool({ name: 'other', description: 'Is another.', handler: () => 1 })
  return null
}

function Hanging(): null {
  useTool({ name: 'hang', description: 'Hangs.', handler: () => new Promise(() => undefined) })
  return null
}
