import { createAgent, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useAgent } from '../agent/use-agent.ts'
import { useTool } from '../tools/use-tool.ts'
import { useCall } from './use-call.ts'

function Undo({ id, onRender }: { id: string; onRender?: () => void }): ReactElement {
  const { canUndo, undo, undoNow } = useCall(id) ?? {}
  onRender?.()
  return (
    <section aria-label={id}>
      <p role="status">{undo?.status ?? 'nothing'}</p>
      <button disabled={!canUndo} onClick={() => void undoNow?.()}>
        Undo
      </button>
    </section>
  )
}

describe('useCall', () => {
  it('R59 follows a call, takes back what it did to the page, and re-renders for no other call', async () => {
    const model = scriptedModel([calls(call('add')), calls(call('add')), 'Done'])
    const agent = createAgent({ model })
    let renders = 0
    function Page(): ReactElement {
      const [count, setCount] = useState(0)
      useTool({
        name: 'add',
        description: 'Adds.',
        handler: (_, ctx) => {
          setCount((n) => n + 1)
          ctx.undo(() => setCount((n) => n - 1))
        },
      })
      return <output>{count}</output>
    }
    const screen = await render(
      <StrictMode>
        <AgentProvider agent={agent}>
          <Page />
          <Undo id="call_1" onRender={() => renders++} />
          <Undo id="call_2" />
        </AgentProvider>
      </StrictMode>,
    )
    const region = (name: string) => screen.getByRole('region', { name })
    const button = (name: string) => region(name).getByRole('button', { name: 'Undo' })
    await expect.element(button('call_1')).toBeDisabled()
    await agent.chat('Add twice')
    await expect.element(screen.getByText('2', { exact: true })).toBeVisible()
    await expect.element(button('call_1')).toBeEnabled()
    // What the run has changed at its end is on the page a frame later.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    const before = renders
    await button('call_2').click()
    await expect.element(region('call_2').getByRole('status')).toHaveTextContent('undone')
    await expect.element(screen.getByText('1', { exact: true })).toBeVisible()
    expect(renders).toBe(before)
    await button('call_1').click()
    await expect.element(screen.getByText('0', { exact: true })).toBeVisible()
    await expect.element(button('call_1')).toBeDisabled()
  })

  it('never rejects when it takes back its call, and a page sees if a run can be taken back', async () => {
    const tool = new Tool({
      name: 'add',
      description: 'Adds.',
      handler: (_, ctx) => ctx.undo(() => new Promise(() => undefined)),
    })
    const agent = createAgent({ model: scriptedModel([calls(call('add')), 'Done']), tools: [tool] })
    const run = agent.chat('Add')
    await run
    const ended: unknown[] = []
    function Page(): ReactElement {
      const { agent: page } = useAgent()
      const canUndo = useAgent(() => page.calls.canUndo(run.id))
      const { undoNow } = useCall('call_1') ?? {}
      return (
        <button disabled={!canUndo} onClick={() => void undoNow?.().then((end) => ended.push(end))}>
          Undo
        </button>
      )
    }
    const screen = await render(
      <AgentProvider agent={agent}>
        <Page />
      </AgentProvider>,
    )
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeDisabled()
    agent.cancel()
    await expect.poll(() => ended).toEqual([undefined])
  })
})
