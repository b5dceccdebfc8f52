import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { storedConversation } from '../../test/stored-conversation.ts'

const region = () => page.getByRole('region', { name: 'Conversation' }).element()
const said = (nth: number) => page.getByText(`Question ${nth}.`, { exact: true })
const topOf = (nth: number) => said(nth).element().getBoundingClientRect().top

/** A long limit, because a slow machine is not a failure. */
const patience = { timeout: 20_000 }

/** Waits until the newest messages are complete, with everything that loads later. */
async function settled(): Promise<void> {
  const edits = page.getByRole('button', { name: 'Edit message' })
  await expect.poll(() => edits.all().length, patience).toBe(25)
  await expect.poll(() => document.querySelectorAll('strong').length, patience).toBe(25)
}

describe('OlderMessages', () => {
  it('come as the user scrolls up, and what is read stays where it is', async () => {
    const storage = await storedConversation(400)
    const { agent } = await renderCopilot([], {}, { storage })
    await expect.element(said(399)).toBeVisible()
    await settled()
    expect(said(374).query()).toBeNull()
    expect(agent.history.messages).toHaveLength(50)

    region().scrollTop = 300
    // The message is in view, below the first of those that were already here.
    await expect.element(said(376)).toBeVisible()
    const before = topOf(376)
    const element = said(376).element()
    await expect.poll(() => agent.history.messages.length, patience).toBe(550)
    await expect.element(said(374)).toBeInTheDocument()
    expect(topOf(376)).toBeCloseTo(before, 0)
    // The element is not drawn anew, because the focus may be in it.
    expect(said(376).element()).toBe(element)
    expect(agent.sessions.getState().hasOlder).toBe(true)

    // The others are not drawn before the user comes near them.
    expect(said(125).query()).toBeNull()
  })

  it('keeps its place at the very top, where browsers do not', async () => {
    const storage = await storedConversation(100)
    const { agent } = await renderCopilot([], {}, { storage })
    await expect.element(said(99)).toBeVisible()
    await settled()
    region().scrollTop = 0
    await expect.element(said(75)).toBeVisible()
    const before = topOf(75)
    await expect.poll(() => agent.history.messages.length, patience).toBe(200)
    await expect.element(said(74)).toBeInTheDocument()
    expect(topOf(75)).toBeCloseTo(before, 0)
    expect(agent.sessions.getState().hasOlder).toBe(false)
  })

  it('tries again when the user comes back, where the storage could not be read', async () => {
    const storage = await storedConversation(100)
    const { agent } = await renderCopilot([], {}, { storage })
    await expect.element(said(99)).toBeVisible()
    const read = vi.spyOn(storage, 'readMessages').mockRejectedValueOnce(new Error('The disk.'))
    region().scrollTop = 0
    await expect.poll(() => read.mock.calls.length, patience).toBe(1)
    region().scrollTop = region().scrollHeight
    await expect.element(said(99)).toBeVisible()
    expect(agent.history.messages).toHaveLength(50)
    await expect
      .poll(() => {
        region().scrollTop = region().scrollTop > 0 ? 0 : region().scrollHeight
        return agent.history.messages.length
      }, patience)
      .toBe(200)
  })
})
