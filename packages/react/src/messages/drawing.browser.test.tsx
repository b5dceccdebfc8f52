import { type Agent, createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import {
  createContext,
  type ReactElement,
  type ReactNode,
  StrictMode,
  Suspense,
  use,
  useContext,
  useState,
} from 'react'
import * as React from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useTool } from '../tools/use-tool.ts'
import { AgentScope } from '../tools/use-scope.tsx'
import type { RenderProps } from '../tools/render-props.ts'
import { Call } from './call.tsx'

const Theme = createContext<string | undefined>(undefined)

/** Throws without a provider, as the components of libraries do. */
function Card({ state }: RenderProps): ReactElement {
  const theme = useContext(Theme)
  if (theme === undefined) throw new Error('There is no theme.')
  return <p>{`${theme} ${state}`}</p>
}

const Themed = ({ theme, children }: { theme: string; children: ReactNode }): ReactElement => (
  <Theme.Provider value={theme}>{children}</Theme.Provider>
)

function Owner({ name = 'go', of = Card }: { name?: string; of?: typeof Card }): undefined {
  useTool({ name, description: 'Goes.', handler: () => 1, render: of as never })
}

const Row = ({ id }: { id: string }): undefined =>
  useTool({
    name: 'ring',
    description: 'Rings.',
    subject: { id, label: id },
    handler: () => 1,
    render: Card as never,
  }) as undefined

/** The chat stands outside of what the agent works on. */
const show = (agent: Agent, children: ReactNode, ...ids: string[]): ReactElement => (
  <StrictMode>
    <AgentProvider agent={agent}>
      <main>
        {(ids.length ? ids : ['c1']).map((id) => (
          <Call key={id} id={id} fallback={<p>{`card of ${id}`}</p>} />
        ))}
      </main>
      {children}
    </AgentProvider>
  </StrictMode>
)

const answering = (...all: ReturnType<typeof call>[]): Agent =>
  createAgent({ model: scriptedModel([calls(...all), 'Done']) })

const text = (words: string) => page.getByText(words, { exact: true })

describe('a call that its tool draws', () => {
  it('R107 has the contexts of the nearest scope of the owner, in a chat outside of them', async () => {
    const agent = answering(call('go', {}, 'c1'), call('stop', {}, 'c2'))
    await render(
      show(
        agent,
        <Themed theme="outer">
          <AgentScope name="outer">
            <Owner name="stop" />
            <Themed theme="inner">
              <AgentScope name="inner">
                <Owner />
              </AgentScope>
            </Themed>
          </AgentScope>
        </Themed>,
        'c1',
        'c2',
      ),
    )
    await agent.chat('Go')
    await expect.element(text('inner succeeded')).toBeVisible()
    await expect.element(text('outer succeeded')).toBeVisible()
    expect(document.querySelector('main')?.textContent).toBe('inner succeededouter succeeded')
  })

  it('R107 has those of the nearest provider, where two provide one agent', async () => {
    const agent = answering(call('go', {}, 'c1'))
    const inner = (
      <Themed theme="dark">
        <AgentProvider agent={agent}>
          <Owner />
        </AgentProvider>
      </Themed>
    )
    await render(show(agent, inner))
    await agent.chat('Go')
    await expect.element(text('dark succeeded')).toBeVisible()
  })

  it('R107 has those of the instance that was called', async () => {
    const agent = answering(
      call('ring', { instance: 'a' }, 'c1'),
      call('ring', { instance: 'b' }, 'c2'),
    )
    const rows = ['a', 'b'].map((id) => (
      <Themed key={id} theme={`theme of ${id}`}>
        <AgentProvider agent={agent}>
          <Row id={id} />
        </AgentProvider>
      </Themed>
    ))
    await render(show(agent, rows, 'c1', 'c2'))
    await agent.chat('Ring')
    await expect.element(text('theme of a succeeded')).toBeVisible()
    await expect.element(text('theme of b succeeded')).toBeVisible()
  })

  it('R107 is drawn while its arguments are written, and keeps its state', async () => {
    const gate = Promise.withResolvers<void>()
    let deltas = 0
    const model = scriptedModel([calls(call('go', { title: 'Sales' }, 'c1')), 'Done'], {
      cut: 12,
      before: async (part) => {
        if (part.type === 'tool-input-delta' && deltas++ === 1) await gate.promise
      },
    })
    const agent = createAgent({ model })
    const Counter = (view: RenderProps): ReactElement => {
      const [count, setCount] = useState(0)
      return <button onClick={() => setCount(count + 1)}>{`${view.state} ${count}`}</button>
    }
    await render(show(agent, <Owner of={Counter} />))
    const run = agent.chat('Go')
    await page.getByRole('button', { name: 'input-streaming 0' }).click()
    await expect.element(page.getByRole('button', { name: 'input-streaming 1' })).toBeVisible()
    gate.resolve()
    await run
    await expect.element(page.getByRole('button', { name: 'succeeded 1' })).toBeVisible()
  })

  it('R107 keeps its events of React to itself, and leaves the listeners of the document theirs', async () => {
    const agent = answering(call('go', {}, 'c1'))
    const heard: string[] = []
    const note = (event: { type: string }): void => void heard.push(event.type)
    const Form = (): ReactElement => (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          own.push('submit')
        }}
      >
        <input aria-label="Amount" onChange={() => own.push('change')} />
        <button onClick={() => own.push('click')}>Send</button>
      </form>
    )
    const own: string[] = []
    await render(
      show(
        agent,
        <div
          role="presentation"
          onClick={note}
          onSubmit={note}
          onChange={note}
          onKeyDown={note}
          onFocus={note}
          onPointerDown={note}
          onMouseDown={note}
          onBlur={note}
          onInput={note}
        >
          <AgentScope name="row">
            <Owner of={Form} />
          </AgentScope>
        </div>,
      ),
    )
    await agent.chat('Go')
    const onDocument = vi.fn()
    document.addEventListener('pointerdown', onDocument)
    await page.getByRole('textbox', { name: 'Amount' }).click()
    await userEvent.keyboard('1')
    await page.getByRole('button', { name: 'Send' }).click()
    document.removeEventListener('pointerdown', onDocument)
    expect(own).toEqual(['change', 'click', 'submit'])
    expect(heard).toEqual([])
    expect(onDocument).toHaveBeenCalledTimes(2)
  })

  it('R107 gives way to the fallback when its scope leaves, and comes back with it', async () => {
    const agent = answering(call('go', {}, 'c1'))
    const owner = (
      <Themed theme="dark">
        <AgentScope name="page">
          <Owner />
        </AgentScope>
      </Themed>
    )
    const screen = await render(show(agent, owner))
    await agent.chat('Go')
    await expect.element(text('dark succeeded')).toBeVisible()
    await screen.rerender(show(agent, null))
    await expect.element(text('card of c1')).toBeVisible()
    await expect.element(text('dark succeeded')).not.toBeInTheDocument()
    await screen.rerender(show(agent, owner))
    await expect.element(text('dark succeeded')).toBeVisible()
    await expect.element(text('card of c1')).not.toBeInTheDocument()
  })

  it('R107 gives way to the fallback while its scope is suspended', async () => {
    const agent = answering(call('go', {}, 'c1'))
    const gate = Promise.withResolvers<string>()
    let isWaiting = false
    function Wait(): ReactNode {
      const [, render] = useState(0)
      again = () => render((count) => count + 1)
      if (!isWaiting) return null
      if (!('use' in React)) throw gate.promise
      return use(gate.promise)
    }
    let again = (): void => undefined
    await render(
      show(
        agent,
        <Suspense fallback={<p>page loads</p>}>
          <Themed theme="dark">
            <AgentScope name="page">
              <Owner />
              <Wait />
            </AgentScope>
          </Themed>
        </Suspense>,
      ),
    )
    await agent.chat('Go')
    await expect.element(text('dark succeeded')).toBeVisible()
    isWaiting = true
    again()
    await expect.element(text('page loads')).toBeVisible()
    await expect.element(text('card of c1')).toBeVisible()
    await expect.element(text('dark succeeded')).not.toBeVisible()
    isWaiting = false
    gate.resolve('')
    await expect.element(text('dark succeeded')).toBeVisible()
    await expect.element(text('card of c1')).not.toBeInTheDocument()
  })

  it.skipIf(!('Activity' in React))(
    'R107 gives way to the fallback while its scope is hidden by an Activity',
    async () => {
      const { Activity } = React
      const agent = answering(call('go', {}, 'c1'))
      const owner = (mode: 'visible' | 'hidden') => (
        <Activity mode={mode}>
          <Themed theme="dark">
            <AgentScope name="page">
              <Owner />
            </AgentScope>
          </Themed>
        </Activity>
      )
      const screen = await render(show(agent, owner('visible')))
      await agent.chat('Go')
      await expect.element(text('dark succeeded')).toBeVisible()
      await screen.rerender(show(agent, owner('hidden')))
      await expect.element(text('card of c1')).toBeVisible()
      await expect.element(text('dark succeeded')).not.toBeVisible()
      await screen.rerender(show(agent, owner('visible')))
      await expect.element(text('dark succeeded')).toBeVisible()
    },
  )

  it('R107 shows the fallback after a reload until its owner is there', async () => {
    const owner = (
      <Themed theme="dark">
        <AgentScope name="page">
          <Owner />
        </AgentScope>
      </Themed>
    )
    const first = answering(call('go', {}, 'c1'))
    const screen = await render(show(first, owner))
    await first.chat('Go')
    await screen.unmount()
    const agent = createAgent({ model: scriptedModel([]) })
    agent.history.load(first.history.messages)
    const again = await render(show(agent, null))
    await expect.element(text('card of c1')).toBeVisible()
    await again.rerender(show(agent, owner))
    await expect.element(text('dark succeeded')).toBeVisible()
    await expect.element(text('card of c1')).not.toBeInTheDocument()
  })
})
