import { type Message, Scope } from '@ambit/core'
import {
  type AgentStorage,
  memoryStorage,
  type SessionChange,
  type SessionNote,
  type StorageDegradation,
  storageError,
} from '@ambit/core/storage'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
const run = { runId: 'r1', iterations: 0, usage, charged: {} }

/** Creates a storage with a session of `count` messages of a user. */
async function stored(count: number, session: SessionChange = {}): Promise<AgentStorage> {
  const storage = memoryStorage()
  const claim = await storage.claim('s1', { at: 1 })
  const messages = Array.from({ length: count }, (_, at): Message => ({
    id: `m${at}`,
    parentId: at === 0 ? null : `m${at - 1}`,
    role: 'user',
    createdAt: 1,
    content: `Message ${at}`,
  }))
  await claim?.write({ at: 1, messages, session: { head: `m${count - 1}`, ...session } })
  await claim?.release()
  return storage
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const shown = (text: string) => page.getByText(text, { exact: true })

describe('SessionNotice', () => {
  it('offers to go on with a run that was cut short', async () => {
    const storage = await stored(1, { run })
    await renderCopilot(['There you are.'], {}, { storage })
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByText('This was cut short before it was done.')).toBeVisible()
    await button('Go on').click()
    await expect.element(page.getByText('There you are.')).toBeVisible()
    expect(button('Go on').query()).toBeNull()
    await expect.element(field()).toHaveFocus()
  })

  it.each([true, false])(
    'says that the conversation was deleted elsewhere, until the next message (running: %s)',
    async (isRunning) => {
      const listeners = new Set<(note: SessionNote) => void>()
      const memory = await stored(1)
      const storage: AgentStorage = {
        ...memory,
        watch: (id, listener) => {
          if (id === 's1') listeners.add(listener)
          return () => listeners.delete(listener)
        },
      }
      const replies = isRunning ? [{ hang: true }, 'Fresh.'] : ['Fresh.']
      await renderCopilot(replies, {}, { storage })
      await expect.element(shown('Message 0')).toBeVisible()
      if (isRunning) await say('Go on')
      await memory.delete('s1')
      for (const listener of listeners) listener({ type: 'gone' })
      const why = page.getByRole('dialog').getByText('The conversation was deleted elsewhere.')
      await expect.element(why).toBeVisible()
      await expect.element(shown('Message 0')).not.toBeInTheDocument()
      expect(page.getByText('you opened another').query()).toBeNull()
      await say('Hello')
      await expect.element(shown('Fresh.')).toBeVisible()
      expect(why.query()).toBeNull()
    },
  )

  it('says nothing of a run that goes on by itself once its tools are there', async () => {
    const asked = { id: 'c1', name: 'note', arguments: {} }
    const storage = memoryStorage()
    const claim = await storage.claim('s1', { at: 1 })
    const messages: Message[] = [
      { id: 'u1', parentId: null, role: 'user', createdAt: 1, content: 'Note it' },
      {
        id: 'a1',
        parentId: 'u1',
        role: 'assistant',
        createdAt: 1,
        calls: [asked],
        parts: [],
        usage,
      },
    ]
    await claim?.write({ at: 1, messages, session: { head: 'a1', run: { ...run, iterations: 1 } } })
    await claim?.release()
    const seen: string[] = []
    const look = new MutationObserver(() => seen.push(document.body.textContent))
    look.observe(document.body, { subtree: true, childList: true, characterData: true })
    const { agent } = await renderCopilot(
      ['Noted.'],
      {},
      { storage, session: { autoResume: true } },
    )
    await expect.poll(() => agent.sessions.getState()).toMatchObject({ isResuming: true })
    await expect.element(page.getByRole('group', { name: 'Note' })).toBeVisible()
    expect(button('Go on').query()).toBeNull()
    agent.scopes.register(new Scope({ name: 'notes', tools: [tool('note', () => 'noted')] }))
    await expect.element(page.getByText('Noted.')).toBeVisible()
    look.disconnect()
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((text) => /cut short|Interrupted/.test(text))).toEqual([])
    expect(agent.sessions.getState()).toMatchObject({ isInterrupted: false, isResuming: false })
  })

  it('says what a storage does not keep until the user has read it, and once', async () => {
    let tell: (what: StorageDegradation) => void = () => undefined
    const storage: AgentStorage = {
      ...memoryStorage(),
      onDegraded: (listener) => {
        tell = listener
        return () => undefined
      },
    }
    const { screen } = await renderCopilot(['Yes.'], {}, { storage })
    await expect.element(page.getByText('How can I help?')).toBeVisible()
    const message = 'No space is left.'
    tell({ reason: 'quota', message })
    const seen = screen.getByRole('dialog').getByText(message)
    await expect.element(seen).toBeVisible()
    const heard = screen.container.querySelector('[aria-live="polite"].ambit-only-spoken')
    expect(heard?.textContent).toBe(message)
    await button('Dismiss').click()
    expect(seen.query()).toBeNull()
    await say('Still there?')
    await expect.element(page.getByText('Yes.')).toBeVisible()
    expect(seen.query()).toBeNull()
  })

  it('R104 says no more what a storage did not keep once a write is stored', async () => {
    let isFull = false
    const memory = memoryStorage()
    const storage: AgentStorage = {
      ...memory,
      claim: async (id, options) => {
        if (isFull) throw storageError('quota', 'No space is left.')
        return memory.claim(id, options)
      },
    }
    const { screen } = await renderCopilot(['One.', 'Two.'], {}, { storage })
    const seen = screen.getByRole('dialog').getByText('No space is left.')
    isFull = true
    await say('First')
    await expect.element(seen).toBeVisible()
    isFull = false
    await say('Second')
    await expect.element(page.getByText('Two.')).toBeVisible()
    await expect.poll(() => seen.query()).toBeNull()
  })

  it('is spoken once the chat is open, and not while it is closed', async () => {
    const storage = await stored(1, { run })
    const { screen, agent } = await renderCopilot([], { defaultOpen: false }, { storage })
    await expect.poll(() => agent.sessions.getState().isInterrupted).toBe(true)
    await expect.poll(() => screen.container.querySelector('.ambit-stored')).not.toBeNull()
    const heard = (): string | undefined =>
      screen.container.querySelector('[aria-live="polite"].ambit-only-spoken')?.textContent
    expect(heard()).toBe('')
    await page.getByRole('button', { name: 'Open assistant' }).click()
    await expect.poll(heard).toBe('This was cut short before it was done.')
  })
})

describe('Transcript', () => {
  it('suggests nothing while the stored conversation is being read', async () => {
    const { promise: read, resolve: open } = Promise.withResolvers<void>()
    const full = await stored(2)
    const storage: AgentStorage = { ...full, list: () => read.then(() => full.list()) }
    const { screen } = await renderCopilot([], { start: { suggestions: ['Hello'] } }, { storage })
    await expect.element(field()).toBeVisible()
    expect(screen.container.querySelector('.ambit-empty')).toBeNull()
    open()
    await expect.element(shown('Message 1')).toBeVisible()
  })
})

describe('ToolCard', () => {
  it('does not call cancelled what may have been done before the page ended, and says so', async () => {
    const storage = memoryStorage()
    const claim = await storage.claim('s1', { at: 1 })
    const asked = { id: 'c1', name: 'pay', arguments: {} }
    await claim?.write({
      at: 1,
      messages: [
        { id: 'u1', parentId: null, role: 'user', createdAt: 1, content: 'Pay' },
        {
          id: 'a1',
          parentId: 'u1',
          role: 'assistant',
          createdAt: 1,
          calls: [asked],
          parts: [{ type: 'tool-call', id: 'c1', name: 'pay' }],
          finishReason: 'tool_calls',
          usage,
        },
      ],
      session: { head: 'a1', run: { ...run, iterations: 1 } },
    })
    await claim?.write({
      at: 2,
      intents: [
        { call: asked, effect: 'write', key: 's1:c1', runId: 'r1', startedAt: 2, attempt: 1 },
      ],
    })
    await claim?.release()
    const options = { storage, tools: [tool('pay', () => 'paid')] }
    await renderCopilot([calls(call('pay')), 'Sorry.'], {}, options)
    const card = page.getByRole('group', { name: 'Pay' }).first()
    // The user decides by this word if they go on.
    await expect.element(card).toHaveAttribute('data-state', 'interrupted')
    await expect.element(card).toMatchTextContent('Interrupted')
    await button('Go on').click()
    await expect
      .element(card)
      .toMatchTextContent(
        /Interrupted.*The page was closed while it ran\. It may have taken effect\./s,
      )
  })
})
