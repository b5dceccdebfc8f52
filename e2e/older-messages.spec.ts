import type { Agent } from 'ambit'
import type { Page } from '@playwright/test'
import { expect, test } from './support/widget-story.ts'

/**
 * Stores a conversation of so many questions, each answered in Markdown, and opens the
 * conversation.
 */
const openLongConversation = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (count) => {
    const { sessions } = (globalThis as unknown as { ambit: { agent: Agent } }).ambit.agent
    const messages = Array.from({ length: count }, (_, nth) => {
      const text = `Answer **${nth}**, which is \`${nth}\`.\n\n- one\n- two`
      const question = { role: 'user', id: `q${nth}`, content: `Question ${nth}.` }
      const answer = { role: 'assistant', id: `a${nth}`, content: text, finishReason: 'stop' }
      return [
        { ...question, parentId: nth === 0 ? null : `a${nth - 1}`, createdAt: nth },
        { ...answer, parentId: `q${nth}`, createdAt: nth, parts: [{ type: 'text', text }] },
      ]
    }).flat()
    const head = `a${count - 1}`
    const exported = { format: 'ambit-session', version: 1, createdAt: 0, head, messages }
    await sessions.open(await sessions.import(exported))
  }, count)

test('a long stored conversation comes back from its end, and older messages as one scrolls up', async ({
  page,
  assistant,
  openWidget,
  record,
}) => {
  await openWidget('stored')
  await openLongConversation(page, 525)
  const said = (nth: number) => assistant.dialog.getByText(`Question ${nth}.`, { exact: true })
  await expect(said(524)).toBeInViewport()
  await page.reload()
  await assistant.open()
  await expect(said(524)).toBeInViewport()
  await expect(said(499)).toHaveCount(0)

  // The numbers of the questions that are visible.
  const inView = (): Promise<number[]> =>
    assistant.conversation.evaluate((region) => {
      const { top, bottom } = region.getBoundingClientRect()
      return [...region.querySelectorAll('[aria-label="You"]')].flatMap((message) => {
        const { top: from, bottom: to } = message.getBoundingClientRect()
        return to > top && from < bottom ? [Number(/\d+/.exec(message.textContent)?.[0])] : []
      })
    })
  // Each press shows some more messages. The visible ones are near the first that was there before.
  await assistant.conversation.focus()
  const firstShown = (): Promise<number> =>
    assistant.conversation.evaluate((region) =>
      Number(/\d+/.exec(region.querySelector('[aria-label="You"]')?.textContent ?? '')?.[0]),
    )
  for (let first = await firstShown(); first > 400;) {
    const before = first
    // A chat that is still being drawn goes to its end once more.
    await expect(async () => {
      await page.keyboard.press('Home')
      await expect.poll(firstShown, { timeout: 10_000 }).toBeLessThan(before)
    }).toPass()
    await expect(assistant.conversation).not.toHaveAttribute('aria-busy', 'true')
    first = await firstShown()
    const numbers = await inView()
    expect(Math.min(...numbers)).toBeGreaterThan(first - 1)
    expect(Math.max(...numbers)).toBeLessThan(before + 15)
  }
  await expect(async () => {
    await page.keyboard.press('Home')
    await expect(said(0)).toBeInViewport({ timeout: 500 })
  }).toPass()
  expect(record.violations).toEqual([])
})
