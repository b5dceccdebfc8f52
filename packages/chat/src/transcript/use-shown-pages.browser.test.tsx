import { memoryStorage, type AgentStorage } from '@ambit/core/storage'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

const count = 400
const patience = { timeout: 25_000 }

/** Creates a storage with one conversation of `count` messages. */
async function stored(): Promise<AgentStorage> {
  const storage = memoryStorage()
  const claim = await storage.claim('s1', { at: 1 })
  const messages = Array.from({ length: count }, (_, at) => ({
    id: `m${at}`,
    parentId: at === 0 ? null : `m${at - 1}`,
    role: 'user' as const,
    createdAt: 1,
    content: `Message ${at}`,
  }))
  await claim?.write({ at: 1, messages, session: { head: `m${count - 1}` } })
  await claim?.release()
  return storage
}

const log = () => page.getByRole('log').element()
const articles = () => [...log().querySelectorAll('article')]
const drawn = () => articles().length
const first = () => Number(articles()[0]?.textContent.replace('Message ', ''))
const region = () => page.getByRole('region', { name: 'Conversation' }).element()
const left = () => region().scrollHeight - region().scrollTop - region().clientHeight

/** Shows a long stored conversation, after a run that needed all of it. */
async function renderLong() {
  const rendered = await renderCopilot(
    ['Fine.', 'Good.', 'Gladly.'],
    {},
    { storage: await stored() },
  )
  await expect.element(page.getByText(`Message ${count - 1}`)).toBeVisible()
  await say('Hi')
  await expect.element(page.getByText('Fine.')).toBeVisible()
  expect(rendered.agent.history.messages).toHaveLength(count + 2)
  return rendered
}

describe('a long conversation', () => {
  it('is drawn from its newest messages, and earlier ones come a few at a time', async () => {
    await renderLong()
    expect(drawn()).toBeLessThan(160)
    const added: number[] = []
    // Screen readers must not speak old messages.
    const spoken = new Set<unknown>()
    new MutationObserver((changes) => {
      added.push(changes.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0))
      spoken.add(log().getAttribute('aria-live'))
    }).observe(log(), { childList: true })
    const before = first()
    region().scrollTop = 0
    await expect.poll(first, patience).toBeLessThan(before)
    await expect
      .poll(() => {
        region().scrollTop = 0
        return first()
      }, patience)
      .toBe(0)
    expect(drawn()).toBe(count + 2)
    expect(Math.max(...added)).toBeLessThanOrEqual(3)
    expect(spoken).toEqual(new Set(['off']))
    expect(page.getByRole('button', { name: 'Show earlier messages' }).query()).toBeNull()

    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await expect.poll(drawn, patience).toBeLessThan(160)
    await expect.poll(left).toBeLessThan(3)
    await expect.poll(() => log().getAttribute('aria-live')).toBe('polite')
  })

  it('keeps what is read in its place', async () => {
    await renderLong()
    region().scrollTop = 1_000
    const { left: x, top: y, height } = region().getBoundingClientRect()
    const seen = () => document.elementFromPoint(x + 300, y + height / 2)?.closest('.ambit-page')
    await expect.poll(seen).toBeTruthy()
    // What comes into view gets its size.
    await new Promise((done) => setTimeout(done, 300))
    const message = seen()?.querySelector('article')
    const place = () => message?.getBoundingClientRect().top ?? 0
    region().scrollTop = 500
    const [before, at] = [first(), place()]
    await expect.poll(first, patience).toBeLessThan(before)
    expect(Math.abs(place() - at)).toBeLessThan(2)
  })

  it('has a button for those who do not scroll', async () => {
    await renderLong()
    const before = first()
    const button = page.getByRole('button', { name: 'Show earlier messages' })
    ;(button.element() as HTMLElement).focus({ preventScroll: true })
    await userEvent.keyboard('{Enter}')
    await expect.poll(first, patience).toBeLessThan(before)
    await expect.element(page.getByRole('region', { name: 'Conversation' })).toHaveFocus()
    expect(left()).toBeLessThan(3)

    // Nothing is taken off while they read, up to the first message.
    while (button.query()) {
      const shown = first()
      ;(button.element() as HTMLElement).click()
      await expect.poll(first, patience).toBeLessThan(shown)
    }
    expect(first()).toBe(0)
    await say('More')
    await expect.element(page.getByText('Good.')).toBeVisible()
    await expect.poll(drawn, patience).toBeLessThan(160)
  })

  it('is drawn whole for a search of the page, until it goes on', async () => {
    await renderLong()
    field().element().focus()
    window.addEventListener('keydown', (event) => event.preventDefault(), { once: true })
    await userEvent.keyboard('{Control>}f{/Control}')
    await expect.poll(drawn, patience).toBe(count + 2)
    expect(first()).toBe(0)
    await say('More')
    await expect.element(page.getByText('Good.')).toBeVisible()
    await expect.poll(drawn, patience).toBeLessThan(160)
  })

  it('keeps a page with a selection', async () => {
    const { agent } = await renderLong()
    await expect
      .poll(() => {
        region().scrollTop = 0
        return drawn()
      }, patience)
      .toBeGreaterThan(220)
    const kept = articles()[0] as Element
    document.getSelection()?.selectAllChildren(kept)
    const before = first()
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await expect.poll(left).toBeLessThan(3)
    // Not from the field: the focus there would take the selection.
    await agent.chat('More')
    await expect.element(page.getByText('Good.')).toBeVisible()
    expect(first()).toBeLessThanOrEqual(before)
    expect(kept.isConnected).toBe(true)
    document.getSelection()?.removeAllRanges()
    await agent.chat('Thanks')
    await expect.poll(drawn, patience).toBeLessThan(220)
  })
})
