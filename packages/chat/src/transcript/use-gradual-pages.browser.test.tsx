import { memoryStorage } from '@ambit/core/storage'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

const count = 900

it('draws the rest of a long stored conversation a few pages at a time, once a run needs all of it', async () => {
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
  const { agent } = await renderCopilot(['Fine.'], {}, { storage })
  await expect.element(page.getByText(`Message ${count - 1}`)).toBeVisible()
  const log = page.getByRole('log').element()
  const added: number[] = []
  new MutationObserver((changes) =>
    added.push(changes.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0)),
  ).observe(log, { childList: true })
  // Screen readers must not speak old messages.
  const spoken: unknown[] = []
  new MutationObserver(() => spoken.push(log.getAttribute('aria-live'))).observe(log, {
    childList: true,
  })
  await say('Hi')
  await expect.element(page.getByText('Fine.')).toBeVisible()
  expect(agent.history.messages).toHaveLength(count + 2)
  const articles = (): NodeListOf<Element> => log.querySelectorAll('article')
  await expect.poll(() => articles().length, { timeout: 20_000 }).toBe(count + 2)
  expect(articles()[0]?.textContent).toBe('Message 0')
  expect(Math.max(...added)).toBeLessThanOrEqual(3)
  expect(new Set(spoken)).toEqual(new Set(['off']))
  await expect.poll(() => log.getAttribute('aria-live')).toBe('polite')
  const region = page.getByRole('region', { name: 'Conversation' }).element()
  const left = (): number => region.scrollHeight - region.scrollTop - region.clientHeight
  await expect.poll(left).toBeLessThan(3)
})
