import type { PendingApproval } from '@ambit/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cardSizes } from '../../test/card-sizes.ts'
import { openRequest, type OpenRequest } from '../../test/open-request.ts'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { seeAll } from '../../test/see-all.ts'

const ids = Array.from({ length: 25 }, (_, at) => `A-${23_788 + at}`)
const reminders: Partial<PendingApproval> = {
  title: 'Draft reminders',
  args: { orders: ids, note: 'Be kind' },
  preview: {
    before: ids.map((id) => ({ id, reminder: 'none' })),
    after: ids.map((id) => ({ id, reminder: 'drafted' })),
  },
}

const card = () => page.getByRole('group', { name: /^Allow “/ })
const cardElement = () => card().element() as HTMLElement
const button = (name: string) => card().getByRole('button', { name })
const regionElement = () => page.getByRole('region', { name: 'Conversation' }).element()

/** Opens the question about many orders on a page of a size. */
async function openLong(width: number, height: number, rest = reminders): Promise<OpenRequest> {
  const { agent } = await renderCopilot([])
  await page.viewport(width, height)
  const open = openRequest(agent, rest)
  await expect.element(card()).toBeVisible()
  return open
}

describe('a long card', () => {
  it.each(cardSizes)(
    'has its buttons in view at %i × %i, off until all was seen',
    async (...size) => {
      const { decisions } = await openLong(...size)
      await expect.poll(() => cardElement().getAttribute('data-steadiness')).toBe('unseen')
      for (const name of ['Allow once', 'Deny', 'Change…'])
        await expect.element(button(name)).toBeInViewport({ ratio: 1 })
      await expect
        .element(card().getByText('Read all of it first.', { exact: false }))
        .toBeInViewport({ ratio: 1 })
      await userEvent.click(button('Allow once'), { force: true })
      expect(decisions).toEqual([])
      await seeAll()
      await expect.element(button('Allow once')).toBeInViewport({ ratio: 1 })
      await button('Allow once').click()
      expect(decisions).toHaveLength(1)
    },
  )

  it.each(['ltr', 'rtl'])('cuts nothing off at its sides, %s', async (dir) => {
    document.documentElement.dir = dir
    onTestFinished(() => document.documentElement.removeAttribute('dir'))
    await openLong(320, 640)
    for (const [width, height] of cardSizes) {
      await page.viewport(width, height)
      const { left, right } = cardElement().getBoundingClientRect()
      for (const part of cardElement().querySelectorAll('button, th, td, .ambit-value, p')) {
        const box = part.getBoundingClientRect()
        if (box.width === 0) continue
        expect(box.left).toBeGreaterThanOrEqual(left)
        expect(box.right).toBeLessThanOrEqual(right)
      }
    }
  })

  it('counts nothing as seen that is below its foot', async () => {
    const { decisions } = await openLong(1000, 700, {
      args: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`fact ${at}`, at])),
    })
    await expect.poll(() => cardElement().getAttribute('data-steadiness')).toBe('unseen')
    const foot = cardElement().querySelector('.ambit-approval-foot')
    const last = [...cardElement().querySelectorAll('dd')].at(-1)
    if (!foot || !last) return expect.fail('The card has no foot.')
    const bottom = () => last.getBoundingClientRect().bottom
    // All but the last fact comes into view above the foot, which covers that one.
    const end = foot.getBoundingClientRect().top + 12
    while (bottom() > end) {
      const before = bottom()
      regionElement().scrollTop += Math.min(60, before - end)
      await new Promise((done) => setTimeout(done, 150))
      if (bottom() === before) break
    }
    // Longer than a button must stand still.
    await new Promise((done) => setTimeout(done, 800))
    expect(cardElement().getAttribute('data-steadiness')).toBe('unseen')
    regionElement().scrollTop = regionElement().scrollHeight
    await expect.poll(() => cardElement().getAttribute('data-steadiness')).toBe('ready')
    await expect.element(card().getByText('fact 39')).toBeInViewport()
    await button('Allow once').click()
    expect(decisions).toHaveLength(1)
  })

  it('has one line for each thing, their number in its title, and says nothing twice', async () => {
    await openLong(1440, 900)
    await expect
      .element(page.getByRole('group', { name: 'Allow “Draft reminders” for all 25?' }))
      .toBeVisible()
    const rows = [...cardElement().querySelectorAll('tbody tr')]
    expect(rows.map((row) => row.querySelector('th')?.textContent)).toEqual(ids)
    for (const row of rows) expect(row.getBoundingClientRect().height).toBeLessThan(40)
    expect(cardElement().innerText.split('A-23788')).toHaveLength(2)
    await expect.element(card().getByText('Be kind')).toBeVisible()
  })

  it('has its buttons in view while the arguments are changed', async () => {
    await openLong(390, 640)
    await button('Change…').click()
    for (const name of ['Allow once', 'Discard changes', 'Deny'])
      await expect.element(button(name)).toBeInViewport({ ratio: 1 })
    const field = card().getByRole('textbox', { name: 'orders' })
    await expect.element(field).toHaveFocus()
    const note = card().getByRole('textbox', { name: 'note' })
    await userEvent.tab()
    await expect.element(note).toHaveFocus()
    const foot = cardElement().querySelector('.ambit-approval-foot')
    expect(note.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
      foot?.getBoundingClientRect().top ?? 0,
    )
  })
})
