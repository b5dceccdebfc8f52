import { createAgent, type AgentOptions } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { renderWithAgent } from '@ambit/testing/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  type ReactElement,
  StrictMode,
  startTransition,
  useDeferredValue,
  useState,
  version,
} from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useAgent } from '../agent/use-agent.ts'
import { useScope } from '../tools/use-scope.tsx'
import { useTool } from '../tools/use-tool.ts'

/** Shows how often it was lit, and how far a deferred value and the agent's messages are. */
function Lamp({ isSlow = false }: { isSlow?: boolean }): ReactElement {
  const [lit, setLit] = useState(0)
  const late = useDeferredValue(lit)
  const { messages, chat } = useAgent()
  useScope({ name: 'lamp', label: 'Lamp', context: () => ({ lit: `${lit}/${late}.` }) })
  useTool({
    name: 'light',
    description: 'Lights the lamp.',
    handler: () => (isSlow ? startTransition(() => setLit(lit + 1)) : setLit(lit + 1)),
  })
  return (
    <>
      <p>
        Lit {lit}, {messages.length} messages
      </p>
      <button onClick={() => void chat('Light it')}>Ask</button>
    </>
  )
}

const script = () => [calls(call('light')), calls(call('light')), 'Done.']

function open(options: Partial<AgentOptions> = {}, isSlow = false) {
  const model = scriptedModel(script())
  const agent = createAgent({ model, ...options })
  render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <Lamp isSlow={isSlow} />
      </AgentProvider>
    </StrictMode>,
  )
  const seen = () =>
    model.requests.map(({ prompt }) => /\d\/\d\./g.exec(JSON.stringify(prompt.slice(-2)))?.[0])
  return { agent, seen }
}

const upToDate = ['0/0.', '1/1.', '2/2.']
const flag = 'IS_REACT_ACT_ENVIRONMENT'
const isActing = (): unknown => Reflect.get(globalThis, flag)

// Testing Library does this by itself where a test runner has globals.
beforeAll(() => void Reflect.set(globalThis, flag, true))
afterAll(() => void Reflect.set(globalThis, flag, false))
afterEach(cleanup)

describe(`an agent in a test with Testing Library and React ${version}`, () => {
  const warnings: unknown[] = []
  beforeEach(() => {
    warnings.length = 0
    for (const level of ['error', 'warn'] as const) {
      vi.spyOn(console, level).mockImplementation((...said) => void warnings.push(said.join(' ')))
    }
  })
  afterEach(() => void vi.restoreAllMocks())

  for (const isSlow of [false, true]) {
    const how = isSlow ? 'in a transition' : 'at once'

    it(`works without a warning of React, where a tool changes the page ${how}`, async () => {
      const { agent, seen } = open({}, isSlow)
      await agent.chat('Light it')
      expect(seen()).toEqual(upToDate)
      await screen.findByText('Lit 2, 6 messages')
      expect(warnings).toEqual([])
    })

    it(`sees the page of now in an \`act\`, where a tool changes it ${how}`, async () => {
      const { agent, seen } = open({}, isSlow)
      const waits: unknown[] = []
      agent.on('agent:settled', ({ ok, why }) => waits.push({ ok, why }))
      await act(async () => void (await agent.chat('Light it')))
      expect(seen()).toEqual(upToDate)
      expect(screen.getByText(/Lit 2/)).toBeTruthy()
      // No wait came to its limit.
      expect(waits).toEqual([
        { ok: true, why: 'react' },
        { ok: true, why: 'react' },
      ])
      expect(warnings).toEqual([])
    })
  }

  it('works without a warning with `renderWithAgent`', async () => {
    const { agent, unmount } = await renderWithAgent(<Lamp />, { replies: script() })
    await agent.chat('Light it')
    await screen.findByText('Lit 2, 6 messages')
    await agent.runTool('light')
    await screen.findByText(/Lit 3/)
    unmount()
    expect(warnings).toEqual([])
  })

  it('works without a warning where a user begins, by events of either library', async () => {
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
    await screen.findByText('Lit 2, 6 messages')
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
    await screen.findByText(/7 messages/)
    expect(warnings).toEqual([])
  })

  it('leaves the flag of tests as it was, also where a wait began or ended in a run', async () => {
    const { agent } = open()
    const run = agent.chat('Light it')
    expect(isActing()).toBeFalsy()
    const wait = screen.findByText('Lit 2, 6 messages')
    await run
    await wait
    await vi.waitFor(() => expect(isActing()).toBe(true))
  })

  it('has the flag back after a run that never ends, once its page is gone', async () => {
    const model = scriptedModel([{ hang: true }])
    const { unmount } = await renderWithAgent(<Lamp />, { model })
    screen.getByRole('button', { name: 'Ask' }).click()
    await model.requested(1)
    expect(isActing()).not.toBe(true)
    unmount()
    expect(isActing()).toBe(true)
  })

  it('still warns of an update that is not the work of an agent', async () => {
    let update = (): void => undefined
    function Page(): ReactElement {
      const [count, setCount] = useState(0)
      update = () => setCount(count + 1)
      return <p>{count}</p>
    }
    const agent = createAgent({ model: scriptedModel(['Done.']) })
    render(<AgentProvider agent={agent}>{<Page />}</AgentProvider>)
    await agent.chat('Hi')
    await vi.waitFor(() => expect(isActing()).toBe(true))
    update()
    expect(warnings.join()).toContain('not wrapped in act')
  })
})
