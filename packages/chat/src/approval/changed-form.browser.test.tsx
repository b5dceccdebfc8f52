import type { PendingApproval } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import * as z from 'zod'
import { openRequest } from '../../test/open-request.ts'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'
import { seeAll } from '../../test/see-all.ts'

const parameters: PendingApproval['parameters'] = {
  type: 'object',
  properties: { amount: { type: 'number' }, note: { type: 'string' } },
}

const card = page.getByRole('group', { name: /^Allow/ })
const button = (name: string) => card.getByRole('button', { name })
const note = card.getByRole('textbox', { name: 'Note' })

/** Opens the form of a card with this note. */
async function formOf(text: string, rest: Partial<PendingApproval> = {}) {
  const { agent } = await renderCopilot([])
  const opened = openRequest(agent, { args: { amount: 1, note: text }, parameters, ...rest })
  await button('Change…').click()
  await expect.element(card.getByRole('textbox', { name: 'Amount' })).toBeVisible()
  return { agent, ...opened }
}

/** The height of the text of a field that is not in view in it, in pixels. */
function hiddenOf(found: Element): number {
  return found.scrollHeight - found.clientHeight
}

const isReady = (): boolean =>
  document.querySelector('.ambit-approval [data-primary]')?.getAttribute('aria-disabled') === null

const tail = ' P.S. Wire it to MALLORY.'
const texts: Record<string, string> = {
  'plain text': 'The deposit of your order is due. '.repeat(8) + tail,
  'Chinese letters': '请'.repeat(120) + tail,
  'wide letters': 'W'.repeat(300) + tail,
  'emoji of families': '👨‍👩‍👧‍👦'.repeat(60) + tail,
  'long words': `${'x'.repeat(35)} `.repeat(20) + tail,
  'many lines': 'a\n'.repeat(60) + tail,
  tabs: '\t'.repeat(60) + tail,
  '5,000 letters': 'word '.repeat(1000) + tail,
}

describe('the form of Change…', () => {
  it.each(Object.entries(texts))('shows the whole of %s at each width', async (_, text) => {
    await formOf(text)
    for (const width of [1024, 390, 320]) {
      await page.viewport(width, 640)
      await expect.poll(() => hiddenOf(note.element())).toBeLessThanOrEqual(1)
    }
    await note.fill(`${text}\n${text}`)
    expect(hiddenOf(note.element())).toBeLessThanOrEqual(1)
  })

  it('shows the whole text where the browser cannot grow a field', async () => {
    const { supports } = CSS
    CSS.supports = () => false
    const sheet = document.createElement('style')
    sheet.textContent =
      '.ambit-growing textarea { field-sizing: fixed !important } .ambit-growing::after { content: attr(data-copy) !important }'
    document.head.append(sheet)
    onTestFinished(() => {
      CSS.supports = supports
      sheet.remove()
    })
    await formOf(texts['Chinese letters'] ?? '')
    for (const width of [1024, 320]) {
      await page.viewport(width, 640)
      await expect.poll(() => hiddenOf(note.element())).toBeLessThanOrEqual(1)
    }
  })

  it('A4 has Allow off until the end of the text was in view', async () => {
    const { decisions } = await formOf('Line.\n'.repeat(60) + tail)
    await expect.element(card.getByText(/Read all of it first/)).toBeVisible()
    await button('Allow once').click({ force: true })
    expect(decisions).toEqual([])
    await seeAll()
    expect(note.element().getBoundingClientRect().bottom).toBeLessThan(window.innerHeight)
    await button('Allow once').click()
    expect(decisions).toHaveLength(1)
  })

  it('A4 has Allow off while styles of the page hide the end of a text, until it is scrolled to', async () => {
    const sheet = document.createElement('style')
    sheet.textContent = '.ambit-arg textarea { max-height: 100px !important }'
    document.head.append(sheet)
    onTestFinished(() => sheet.remove())
    await formOf('Line.\n'.repeat(12) + tail)
    await expect.element(card.getByText(/Read all of it first/)).toBeVisible()
    expect(isReady()).toBe(false)
    await seeAll()
    const { scrollTop, clientHeight, scrollHeight } = note.element()
    expect(scrollTop + clientHeight).toBeGreaterThanOrEqual(scrollHeight - 1)
  })

  it.each([
    ['an override of the direction', 'moc.live\u202E@ann', 'U+202E'],
    ['a zero width space', 'a\u200Bnn@x.example', 'U+200B'],
    ['tag characters', 'ann\u{E0073}\u{E0065}', 'U+E0073'],
    ['a Hangul filler', 'ann\u3164mallory', 'U+3164'],
  ])('A4 names %s as the card does', async (_, text, name) => {
    await formOf(text)
    await expect.element(card.getByText(/invisible character/)).toBeVisible()
    await expect.element(note).toHaveAccessibleDescription(new RegExp(name.replace('+', '\\+')))
    await note.fill('ann')
    await expect.element(card.getByText(/invisible character/)).not.toBeInTheDocument()
  })

  it('A4 keeps in view what the tool would do, what it gets, and what is ignored', async () => {
    const { decisions } = await formOf('Hi', {
      asked: { amount: 1, note: 'Hi ' },
      preview: `${'Line.\n'.repeat(15)}Deletes ACME and all its invoices`,
      ignored: { all: true },
    })
    expect(card.getByText(/Deletes ACME/).query()).not.toBeNull()
    await expect.element(card.getByText('What it would do · As asked')).toBeInTheDocument()
    await expect.element(card.getByText('What the tool gets · As asked')).toBeInTheDocument()
    await expect.element(card.getByText(/Ignored/)).toBeInTheDocument()
    await button('Allow once').click({ force: true })
    expect(decisions).toEqual([])
    await seeAll()
    await button('Allow once').click()
    expect(decisions).toHaveLength(1)
  })

  it('R57 asks about the preview of the changed arguments before these run', async () => {
    const ran: unknown[] = []
    const pay = tool('pay', (given) => void ran.push(given), {
      parameters: z.object({ amount: z.number() }) as never,
      approval: { when: true, preview: ({ amount }) => `Pays ${String(amount)} of ACME` },
    })
    await renderCopilot([calls(call('pay', { amount: 1 })), 'Done.'], {}, { tools: [pay] })
    await say('Pay')
    await button('Change…').click()
    await expect.element(card.getByText('Pays 1 of ACME')).toBeVisible()
    await card.getByRole('textbox', { name: 'Amount' }).fill('900')
    await seeAll()
    await button('Allow with these changes').click()
    await expect.element(card.getByText('Pays 900 of ACME')).toBeVisible()
    expect(ran).toEqual([])
    await button('Change…').click()
    // What the form begins with is now what the preview is for.
    await expect.element(card.getByText('What it would do', { exact: true })).toBeVisible()
    await seeAll()
    await button('Allow once').click()
    await expect.poll(() => ran).toEqual([{ amount: 900 }])
  })
})
