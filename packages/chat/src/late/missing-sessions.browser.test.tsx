import { loadEngine, loadKeeper } from '../../../core/src/load-engine.ts'
import type * as loading from '../../../core/src/lazily.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'
import { storedConversation } from '../../test/stored-conversation.ts'
import { conversation } from '../copilot.tsx'

// The code that keeps sessions cannot be fetched, as when the page is offline.
const network = vi.hoisted(() => ({ isOnline: true }))
vi.mock('../../../core/src/lazily.ts', async (original) => {
  const { lazily } = await original<typeof loading>()
  const overNetwork = <T,>(load: () => Promise<T>) =>
    lazily(async () => {
      if (network.isOnline) return load()
      throw new TypeError('Failed to fetch dynamically imported module')
    })
  return { lazily: overNetwork }
})
vi.mock('../../../core/src/eager.ts', () => ({}))

const message = () => page.getByRole('alert')
const retry = () => page.getByRole('button', { name: 'Retry' })
const invitation = () => page.getByRole('heading', { name: 'How can I help?' })
const answer = () => page.getByText('Answer 1.').first()

/** Renders a widget whose stored conversation cannot be read until the network is back. */
async function renderUnread(replies: readonly string[] = []) {
  const storage = { ...(await storedConversation(2)), id: 'ada' }
  delete loadKeeper.loaded
  network.isOnline = false
  onTestFinished(() => void (network.isOnline = true))
  const rendered = await renderCopilot(replies, {}, { storage })
  await expect.element(message()).toMatchTextContent('could not be loaded')
  return { ...rendered, storage }
}

describe('Copilot, whose stored conversation cannot be read', () => {
  it('says so, and shows the conversation by Retry, with what was begun meanwhile', async () => {
    const { agent } = await renderUnread()
    expect(invitation().query()).toBeNull()
    await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
    await userEvent.fill(field(), 'begun')
    await retry().click()
    await expect(agent.sessions.opening).rejects.toThrow('could not be loaded')
    await expect.element(message()).toBeVisible()
    network.isOnline = true
    await retry().click()
    await expect.element(answer()).toBeVisible()
    expect(message().query()).toBeNull()
    await expect.element(field()).toHaveValue('begun')
    await expect.element(field()).toHaveFocus()
    await agent.sessions.create()
    await expect.element(invitation()).toBeVisible()
    await expect.element(field()).toHaveValue('')
  })

  it('shows the conversation with the next message, too', async () => {
    await renderUnread(['Yes.'])
    network.isOnline = true
    await say('Again')
    await expect.element(page.getByText('Yes.').first()).toBeVisible()
    await expect.element(answer()).toBeVisible()
    expect(message().query()).toBeNull()
  })

  it('says it once if the code of the conversation is missing as well', async () => {
    const { module } = conversation.getState()
    const missing = { module: undefined, hasFailed: true, isLoading: false }
    const state = vi.spyOn(conversation, 'getState').mockReturnValue(missing)
    await renderUnread()
    await expect.element(retry()).toBeVisible()
    expect(message().elements()).toHaveLength(1)
    network.isOnline = true
    state.mockReturnValue({ module, hasFailed: false, isLoading: false })
    await retry().click()
    await expect.element(answer()).toBeVisible()
    state.mockRestore()
  })

  it('keeps over a reload what is written after a message that failed', async () => {
    const { agent } = await renderUnread()
    delete loadEngine.loaded
    await say('Good morning')
    await expect.poll(() => agent.history.head).not.toBeNull()
    await userEvent.fill(field(), 'later')
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    const kept = Object.entries({ ...sessionStorage }).filter(([, text]) => text === 'later')
    expect(kept.map(([key]) => key.includes(agent.sessions.current))).toEqual([false])
  })

  it('goes on with a conversation that is opened instead', async () => {
    const { agent, storage } = await renderUnread()
    await userEvent.fill(field(), 'begun')
    const { sessions } = agent
    await expect(sessions.open('any')).rejects.toThrow('could not be loaded')
    await expect.element(retry()).toBeVisible()
    network.isOnline = true
    const [stored] = await sessions.list()
    const id = stored?.id ?? ''
    const copy = await sessions.import(await sessions.export(id))
    await sessions.open(id)
    await expect.element(answer()).toBeVisible()
    await expect.element(field()).toHaveValue('begun')
    await sessions.open(copy)
    await expect.element(field()).toHaveValue('')
    expect(await storage.list()).toHaveLength(2)
  })
})
