import { createAgent, Tool } from 'ambit'
import { AgentProvider, useTool } from 'ambit/react'
import { call, calls, scriptedModel } from '@ambit/testing'
import { renderWithAgent } from '@ambit/testing/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page as orders } from './02-role-table.tsx'
import { agent as asking, Ask, useCancel } from './03-approval.tsx'
import { archive, UndoButton } from './04-undo.tsx'
import { Customer } from './05-form.tsx'
import { Chat } from './09-own-ui.tsx'
import { play } from './play.ts'

afterEach(() => void vi.unstubAllGlobals())

const statuses = (agent: { history: { messages: readonly object[] } }): unknown[] =>
  agent.history.messages.flatMap((message) => ('status' in message ? [message.status] : []))

describe('a table with roles', () => {
  const rows = [{ id: 'a1', total: 5 }]
  const replies = () => [
    calls(call('refund', { id: 'a1' }), call('select', { ids: ['a1'] })),
    'Done.',
  ]

  it('shows the model its rows, and why a tool is off', async () => {
    const show = vi.fn<(ids: string[]) => void>()
    const page = orders({ role: 'viewer', rows, show })
    const { agent, model } = await renderWithAgent(page, { replies: replies(), render })
    await agent.chat('Refund the first')
    expect(statuses(agent)).toEqual(['disabled', 'ok'])
    expect(show).toHaveBeenCalledExactlyOnceWith(['a1'])
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('a1')
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain('Viewers change nothing.')
  })

  it('lets a clerk refund', async () => {
    const fetched = vi.fn<typeof fetch>(async () => new Response('ok'))
    const page = orders({ role: 'clerk', rows, show: () => undefined })
    const { agent } = await renderWithAgent(page, { replies: replies(), render })
    vi.stubGlobal('fetch', fetched)
    await agent.chat('Refund the first')
    expect(statuses(agent)).toEqual(['ok', 'ok'])
    expect(fetched).toHaveBeenCalledExactlyOnceWith('/refund/a1', { method: 'POST' })
  })
})

function Cancelling() {
  useCancel()
  return <Ask />
}

describe('an approval with a preview', () => {
  it('asks about two orders, shows them, and remembers the answer', async () => {
    const cancel = vi.fn<(ids: string[]) => Promise<void>>(async () => undefined)
    const names = vi.fn<(ids: string[]) => Promise<string[]>>(async () => ['Tea', 'Milk'])
    vi.stubGlobal('api', { cancel, names })
    const both = calls(call('cancel_orders', { ids: ['a', 'b'] }))
    play(asking, [calls(call('cancel_orders', { ids: ['a'] })), both, both, 'Done.'])
    const screen = await render(
      <AgentProvider agent={asking}>
        <Cancelling />
      </AgentProvider>,
    )
    const run = asking.chat('Cancel them')
    const yes = screen.getByRole('button', { name: 'Yes' })
    await expect.element(yes).toBeVisible()
    expect(cancel.mock.calls).toEqual([[['a']]])
    expect(asking.pending.list('approval')[0]?.preview).toEqual(['Tea', 'Milk'])
    await yes.click()
    expect((await run).content).toBe('Done.')
    expect(cancel).toHaveBeenCalledTimes(3)
    expect(statuses(asking)).toEqual(['ok', 'ok', 'ok'])
  })
})

describe('an undo', () => {
  it('takes back the call by the button', async () => {
    const done = vi.fn<(id: string, on: boolean) => Promise<void>>(async () => undefined)
    vi.stubGlobal('api', { archive: done })
    const replies = [calls(call('archive', { id: 'a1' }, 'c1')), 'Done.']
    const page = <UndoButton callId="c1" />
    const screen = await renderWithAgent(page, { replies, render, tools: [archive] })
    const button = screen.getByRole('button', { name: 'Undo' })
    await expect.element(button).toBeDisabled()
    await screen.agent.chat('Archive it')
    await button.click()
    await expect.element(button).toBeDisabled()
    expect(done.mock.calls).toEqual([
      ['a1', true],
      ['a1', false],
    ])
  })
})

describe('a form', () => {
  it('is filled by the model', async () => {
    const replies = [calls(call('fill_customer', { name: 'Ada', city: 'London' })), 'Done.']
    const screen = await renderWithAgent(<Customer />, { replies, render })
    await screen.agent.chat('It is Ada in London')
    expect(statuses(screen.agent)).toEqual(['ok'])
    const fields = [...screen.container.querySelectorAll('input')].map(({ value }) => value)
    expect(fields).toEqual(['Ada', 'London'])
  })
})

function Weather() {
  useTool({
    name: 'weather',
    description: 'Tell the weather.',
    handler: () => 'sun',
    render: () => <b>Sunny</b>,
  })
  return null
}

describe('a chat of the page’s own', () => {
  it('sends, shows messages and calls, asks, and stops', async () => {
    const wipe = new Tool({
      name: 'wipe',
      description: 'Wipe all.',
      effect: 'destructive',
      handler: () => 'wiped',
    })
    const model = scriptedModel([
      calls(call('weather'), call('wipe')),
      'All is done.',
      { text: 'A long', hang: true },
    ])
    const agent = createAgent({ model, tools: [wipe] })
    const screen = await render(
      <AgentProvider agent={agent}>
        <Weather />
        <Chat />
      </AgentProvider>,
    )
    const field = screen.getByRole('textbox')
    const say = async (text: string) => {
      await field.fill(text)
      screen.container.querySelector('form')?.requestSubmit()
    }
    await say('Hello')
    await screen.getByRole('button', { name: 'Wipe' }).click()
    await expect.element(screen.getByText('All is done.')).toBeVisible()
    await expect.element(screen.getByText('Hello')).toBeVisible()
    await expect.element(screen.getByText('Sunny')).toBeVisible()
    expect(statuses(agent)).toEqual(['ok', 'ok'])
    await say('More')
    await screen.getByRole('button', { name: 'Stop' }).click()
    await expect.element(screen.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument()
    expect(agent.getState().status).toBe('idle')
  })
})
