import { Tool } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { memoryStorage } from '@ambit/core/storage'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { renderTab } from '../../../test/render-tab.tsx'
import { watchedAgent } from '../../../test/watched-agent.ts'
import { StateTab } from './state-tab.tsx'

describe('StateTab', () => {
  it('shows the queue, whose messages can be removed, and the activity', async () => {
    const watched = watchedAgent([{ text: 'One', hang: true }])
    const { agent } = watched
    const run = agent.chat('first')
    const later = agent.chat('and later', { onBusy: 'queue' })
    await vi.waitFor(() => expect(agent.getState().draft?.content).toBe('One'))
    const page = await renderTab(StateTab, { watched })
    await expect
      .element(page.getByRole('region', { name: 'Activity' }))
      .toMatchTextContent(/running/)
    const queue = page.getByRole('region', { name: 'Queue' })
    await expect.element(queue).toMatchTextContent(/and later/)
    await queue.getByRole('button', { name: 'Remove' }).click()
    await expect.element(queue).not.toBeInTheDocument()
    await expect(later).rejects.toThrow()
    run.cancel({ kind: 'user' })
    await expect(run).rejects.toThrow()
    await expect.element(page.getByRole('region', { name: 'Activity' })).toMatchTextContent(/idle/)
  })

  it('shows calls with an undo, what is left out, and no key', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => told.mockRestore())
    const key = 'sk-planted-0123456789abcdef'
    const watched = watchedAgent([calls(call('beep')), 'Done.'])
    const { agent } = watched
    await agent.chat('beep')
    agent.scopes.leaveOut('tool "broken"', new Error(`Not with ${key}`))
    const page = await renderTab(StateTab, { watched })
    await expect
      .element(page.getByRole('region', { name: 'Calls with an undo' }))
      .toMatchTextContent(/beep possible/)
    await expect
      .element(page.getByRole('region', { name: 'Left out' }))
      .toMatchTextContent(/broken/)
    expect(document.body.textContent).not.toContain(key)
    const last = agent.history.messages.at(-1)
    expect(last).toBeDefined()
    await agent.undo(agent.history.messages[2]?.id ?? '')
    await expect
      .element(page.getByRole('region', { name: 'Calls with an undo' }))
      .toMatchTextContent(/undone/)
  })

  it('shows a question and an approval that wait', async () => {
    const ask = new Tool({ name: 'ask', description: 'Ask.', handler: (_, ctx) => ctx.ask('Why?') })
    const pay = new Tool({
      name: 'pay',
      description: 'Pay.',
      approval: true,
      handler: () => 'paid',
    })
    const watched = watchedAgent([calls(call('ask')), calls(call('pay')), 'Done.'], {
      tools: [ask, pay],
    })
    const { agent } = watched
    agent.pending.attach('question')
    agent.pending.attach('approval')
    const page = await renderTab(StateTab, { watched })
    const session = page.getByRole('region', { name: 'Open session' })
    await expect.element(session).toMatchTextContent(/Run ?none goes on/)
    const run = agent.chat('go')
    await expect
      .element(page.getByRole('region', { name: 'Questions that wait' }))
      .toMatchTextContent(/ask: Why/)
    const [question] = agent.pending.list('question')
    await agent.pending.answer(question?.id ?? '', 'Because')
    await expect
      .element(page.getByRole('region', { name: 'Approvals that wait' }))
      .toMatchTextContent(/Pay/)
    await expect.element(session).toMatchTextContent(/Run ?goes on in this tab/)
    const [request] = agent.pending.list('approval')
    agent.pending.approve(request?.id ?? '')
    await run
  })

  it('lists the stored sessions, and opens one', async () => {
    const watched = watchedAgent(['One.', 'Two.'], { storage: memoryStorage() })
    const { agent } = watched
    await agent.chat('the first one')
    const id = agent.sessions.current
    await agent.sessions.create()
    await agent.chat('the second one')
    const page = await renderTab(StateTab, { watched })
    const stored = page.getByRole('region', { name: 'Stored sessions' })
    await stored.getByRole('button', { name: 'List' }).click()
    const row = stored.getByRole('listitem').filter({ hasText: 'the first one' })
    await row.getByRole('button', { name: 'Open' }).click()
    await expect.element(row.getByRole('button')).toMatchTextContent(/Is open/)
    expect(agent.sessions.current).toBe(id)
  })

  it('says in words that there is no storage', async () => {
    const page = await renderTab(StateTab, { watched: watchedAgent([]) })
    await page.getByRole('button', { name: 'List' }).click()
    await expect.element(page.getByRole('status')).toMatchTextContent(/needs a storage/)
  })
})
