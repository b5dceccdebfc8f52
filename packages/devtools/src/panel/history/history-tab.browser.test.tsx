import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { RenderResult } from 'vitest-browser-react'
import { renderTab } from '../../../test/render-tab.tsx'
import { watchedAgent } from '../../../test/watched-agent.ts'
import { HistoryTab } from './history-tab.tsx'

function openHistory(...given: Parameters<typeof watchedAgent>) {
  const watched = watchedAgent(...given)
  const show = (at?: string): Promise<RenderResult> => renderTab(HistoryTab, { watched, at })
  return { agent: watched.agent, show }
}

describe('HistoryTab', () => {
  it('11 changes nothing outside of the panel until “Use”', async () => {
    const store = new Map(Object.entries(localStorage))
    const { agent, show } = openHistory(['One.', 'Two.'])
    await agent.chat('first')
    await agent.chat('second')
    const before = agent.history.getState()
    const heard = vi.fn<() => void>()
    agent.on('*', heard)
    for (const each of [agent, agent.history, agent.sessions, agent.scopes]) {
      each.subscribe(heard)
    }

    const page = await show()
    await page.getByRole('option', { name: /One/ }).click()
    const preview = page.getByRole('region', { name: /up to this message/ })
    await expect.element(preview.getByText('first')).toBeVisible()
    await expect.element(preview.getByText('second')).not.toBeInTheDocument()
    await userEvent.keyboard('{ArrowUp}')
    expect(agent.history.getState()).toBe(before)
    expect(heard).not.toHaveBeenCalled()
    expect(new Map(Object.entries(localStorage))).toEqual(store)

    await page.getByRole('option', { name: /One/ }).click()
    await page.getByRole('button', { name: 'Use' }).click()
    expect(agent.history.messages).toHaveLength(2)
    expect(agent.history.all).toHaveLength(4)
    await expect.element(page.getByRole('status')).toMatchTextContent(/open at this message/)
  })

  it('12 runs again from a message, and keeps the branches', async () => {
    const { agent, show } = openHistory(['One.', 'Two.', 'Three.', 'Four.'])
    await agent.chat('first')
    await agent.chat('second')
    const old = agent.history.messages
    const page = await show()
    await page.getByRole('option', { name: /One/ }).click()
    await page.getByRole('button', { name: 'Run again from here' }).click()
    await expect.element(page.getByRole('status')).toMatchTextContent(/a new branch/)
    expect(agent.history.messages.map((m) => 'content' in m && m.content)).toEqual([
      'first',
      'Three.',
    ])
    for (const { id } of old) expect(agent.history.has(id)).toBe(true)
    await expect
      .element(page.getByRole('option', { name: /Three.*branch 2 of 2, open here/ }))
      .toBeVisible()

    await page.getByRole('option', { name: /first/ }).click()
    await page.getByRole('button', { name: 'Change…' }).click()
    await page.getByRole('textbox').fill('first, better')
    await page.getByRole('button', { name: 'Run with this' }).click()
    await expect.element(page.getByRole('option', { name: /Four/ })).toBeVisible()
    expect(agent.history.messages[0]).toMatchObject({ content: 'first, better' })
    expect(agent.history.all).toHaveLength(7)
  })

  it('15 disables moving and running while a chat runs, and says why', async () => {
    const { agent, show } = openHistory(['One.', { text: 'Two', hang: true }])
    await agent.chat('first')
    const run = agent.chat('second')
    await vi.waitFor(() => expect(agent.getState().draft?.content).toBe('Two'))
    const page = await show()
    await page.getByRole('option', { name: /One/ }).click()
    const status = page.getByRole('status')
    await expect.element(status).toMatchTextContent(/^A chat goes on\./)
    await expect.element(page.getByRole('button', { name: 'Use' })).toBeDisabled()
    await expect.element(page.getByRole('button', { name: 'Run again from here' })).toBeDisabled()
    await page.getByRole('option', { name: /first/ }).click()
    await expect.element(page.getByRole('button', { name: 'Change…' })).toBeDisabled()
    expect(agent.history.messages).toHaveLength(3)
    run.cancel({ kind: 'user' })
    await run.catch(() => undefined)
    await expect.element(page.getByRole('button', { name: 'Use' })).toBeEnabled()
    await expect.element(status).toMatchTextContent(/^$/)
  })

  it('shows calls, their answers and sources, and hides keys', async () => {
    const key = 'sk-planted-0123456789abcdef'
    const { agent, show } = openHistory([calls(call('beep')), `The key is ${key}.`])
    await agent.chat('beep')
    await agent.runTool('beep')
    await agent.runTool('beep', {}, { source: 'webmcp' }).catch(() => undefined)
    const page = await show()
    const names = page
      .getByRole('option')
      .elements()
      .map((row) => row.textContent)
    expect(names.slice(0, 5)).toEqual([
      'userbeep',
      'modelbeep({})',
      expect.stringMatching(/^beep.*beeped/),
      expect.stringMatching(/^modelThe key is/),
      'pagebeep({})',
    ])
    await page.getByRole('option', { name: /The key is/ }).click()
    expect(document.body.textContent).not.toContain(key)
  })

  it('opens at the message, or at the message of the call, that another tab names', async () => {
    const { agent, show } = openHistory([calls(call('beep')), 'Done.'])
    await agent.chat('beep')
    const answer = agent.history.messages[2]
    const page = await show(answer?.id)
    await expect
      .element(page.getByRole('option', { name: /beeped/ }))
      .toHaveAttribute('aria-selected', 'true')
  })

  it('renders only what is in view of 2,000 messages', async () => {
    const { agent, show } = openHistory([])
    agent.history.load(
      Array.from({ length: 2000 }, (_, at) => ({
        role: at % 2 ? ('assistant' as const) : ('user' as const),
        content: `message ${at}`,
      })),
    )
    const page = await show()
    await expect.element(page.getByText('message 1999')).toBeVisible()
    expect(page.getByRole('option').elements().length).toBeLessThan(50)
    page.getByRole('listbox').element().scrollTop = 0
    await expect.element(page.getByText('message 0', { exact: true })).toBeVisible()
    await userEvent.click(page.getByText('message 0', { exact: true }))
    await userEvent.keyboard('{End}')
    await expect
      .element(page.getByRole('option', { selected: true }))
      .toMatchTextContent(/message 1999/)
    expect(page.getByRole('option').elements().length).toBeLessThan(50)
  })
})
