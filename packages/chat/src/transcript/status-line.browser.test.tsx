import { ModelError } from '@ambit/core'
import { type AgentStorage, memoryStorage, type SessionNote } from '@ambit/core/storage'
import { AgentProvider } from '@ambit/react'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'
import { Copilot } from '../copilot.tsx'

describe('StatusLine', () => {
  it('comes before its words, because a region that comes with them speaks none', async () => {
    const { screen, agent } = await renderCopilot([{ text: 'Hello', hang: true }])
    await say('Hi')
    const status = screen.getByRole('dialog').getByRole('status')
    await expect.element(status).toMatchTextContent('Working')
    const first: (string | null)[] = []
    const observer = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const region = node instanceof Element && node.querySelector('.ambit-status')
        if (region) first.push(region.textContent)
      }
    })
    observer.observe(document.body, { childList: true, subtree: true })
    await screen.rerender(
      <AgentProvider agent={agent}>
        <Copilot key="another" defaultOpen />
      </AgentProvider>,
    )
    await expect.element(status).toMatchTextContent('Working')
    observer.disconnect()
    expect(new Set(first)).toEqual(new Set(['']))
  })

  it('counts down to the next try, and speaks of the wait alone', async () => {
    const refuse = new ModelError('Too many requests.', {
      kind: 'rate_limited',
      isRetryable: true,
      retryAfterMs: 9_000,
    })
    const options = { request: { retry: { max: 1, maxDelay: 9_000 } } }
    const { screen, agent } = await renderCopilot([{ refuse }, 'Hello.'], {}, options)
    await say('Hi')
    const status = screen.getByRole('dialog').getByRole('status')
    await expect.element(status).toMatchTextContent('Waiting to try again')
    const countdown = (): Element | null => status.element().querySelector('[aria-hidden]')
    await expect.poll(() => countdown()?.textContent, { timeout: 4_000 }).toMatch(/^[6-8] sec$/)
    expect(agent.getState()).toMatchObject({ waitingFor: 'retry' })
    await screen.getByRole('button', { name: 'Stop' }).click()
    await expect.element(status).toMatchTextContent('Stopped')
    expect(countdown()).toBeNull()
  })

  it('does not call done what was cut short in another page', async () => {
    let tell: (note: SessionNote) => void = () => undefined
    const storage: AgentStorage = {
      ...memoryStorage(),
      watch: (_, listener) => {
        tell = listener
        return () => undefined
      },
    }
    const { screen, agent } = await renderCopilot(['Hello.'], {}, { storage })
    await say('Hi')
    const status = screen.getByRole('dialog').getByRole('status')
    await expect.element(status).toMatchTextContent('Done')
    const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
    const run = { runId: 'r2', iterations: 0, usage, charged: {} }
    const { current } = agent.sessions
    const claim = await storage.claim(current, { at: 2 })
    const asked = { id: 'm2', role: 'user', createdAt: 2, content: 'And now?' } as const
    const parentId = agent.history.head
    await claim?.write({
      at: 2,
      messages: [{ ...asked, parentId }],
      session: { head: 'm2', run },
    })
    tell({ type: 'advanced', next: 3, isRunning: true })
    await expect.poll(() => agent.getState().status).toBe('running')
    await claim?.release()
    await expect.element(screen.getByRole('button', { name: 'Go on' })).toBeVisible()
    await expect.poll(() => status.element().textContent).toBe('')
  })

  it('speaks of no other try between the answer of a user and the work', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const pay = tool('pay', () => promise, { approval: true })
    const { screen } = await renderCopilot([calls(call('pay')), 'Paid.'], {}, { tools: [pay] })
    const status = screen.getByRole('dialog').getByRole('status')
    const spoken = new Set<string>()
    const read = (): unknown => spoken.add(status.element().textContent)
    await expect.element(status).toBeInTheDocument()
    const observer = new MutationObserver(read)
    observer.observe(status.element(), { subtree: true, childList: true, characterData: true })
    await say('Pay')
    await screen.getByRole('button', { name: 'Allow once' }).click()
    await expect.element(status).toMatchTextContent('Working: Pay')
    resolve('paid')
    await expect.element(status).toMatchTextContent('Done')
    observer.disconnect()
    expect([...spoken].filter((text) => text.includes('try again'))).toEqual([])
  })

  it('does not keep the words of another conversation', async () => {
    const refuse = new ModelError('No.', { kind: 'server', isRetryable: false })
    const { screen, agent } = await renderCopilot(['Hello.', { refuse }])
    await say('Hi')
    const status = screen.getByRole('dialog').getByRole('status')
    await expect.element(status).toMatchTextContent('Done')
    await agent.sessions.create()
    await expect.poll(() => status.element().textContent).toBe('')
    await say('Again')
    await expect.element(status).toMatchTextContent('Something went wrong')
    await agent.sessions.create()
    await expect.poll(() => status.element().textContent).toBe('')
    const notice = screen.getByRole('group', { name: 'Something went wrong' })
    await expect.element(notice).not.toBeInTheDocument()
  })

  it('says that there is no network, and goes on when there is', async () => {
    let goOnline = (): void => undefined
    let isOnline = false
    const lifecycle = {
      isOnline: () => isOnline,
      onOnline: (listener: () => void) => {
        goOnline = listener
        return () => undefined
      },
      onWake: () => () => undefined,
    }
    const { screen } = await renderCopilot(
      [{ refuse: new TypeError('Failed to fetch') }, 'Hello.'],
      {},
      { [Symbol.for('ambit.environment')]: { lifecycle } },
    )
    await say('Hi')
    const status = screen.getByRole('dialog').getByRole('status')
    await expect.element(status).toMatchTextContent('Offline')
    isOnline = true
    goOnline()
    await expect.element(screen.getByText('Hello.')).toBeVisible()
    await expect.element(status).toMatchTextContent('Done')
  })
})
