import type { Agent, PendingApproval } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { page, server, userEvent } from 'vitest/browser'
import { onlyChromium } from '../../test/only-chromium.ts'
import { openRequest } from '../../test/open-request.ts'
import { putOnTop } from '../../test/put-on-top.ts'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { seeAll } from '../../test/see-all.ts'

const card = () => page.getByRole('group', { name: /^Allow “/ })
const allow = () => card().getByRole('button', { name: 'Allow once' })
const cardElement = () => card().element() as HTMLElement
const stateIs = async (state: string): Promise<void> => {
  await expect.poll(() => card().element().getAttribute('data-steadiness')).toBe(state)
}

async function openShown(agent: Agent, rest: Partial<PendingApproval>): Promise<void> {
  openRequest(agent, rest)
  await expect.element(card()).toBeVisible()
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `Line ${index}`).join('\n')

const topOf = (element: Element) => element.getBoundingClientRect().top
const region = () => page.getByRole('region', { name: 'Conversation' }).element()

describe('ApprovalCard, seen', () => {
  it('A4 opens a tall card at its top, and allows nothing before all of it was in view', async () => {
    const { agent } = await renderCopilot([])
    const args = { to: 'eve@example.com', a: lines(14), b: lines(14), c: lines(14) }
    const { decisions } = openRequest(agent, { args })
    await stateIs('unseen')
    expect(topOf(cardElement())).toBeGreaterThanOrEqual(topOf(region()))
    await expect.element(card().getByText('eve@example.com')).toBeInViewport()
    await expect.element(card().getByText('Read all of it first.', { exact: false })).toBeVisible()
    await expect.element(allow()).toHaveAccessibleDescription(/Read all of it first/)
    // A jump to the end leaves out what stands between.
    region().scrollTop = region().scrollHeight
    await expect.element(allow()).toBeInViewport({ ratio: 1 })
    await userEvent.click(allow(), { force: true })
    expect(decisions).toEqual([])
    await seeAll()
    await allow().click()
    expect(decisions).toHaveLength(1)
  })

  it('A4 lets a user at the keyboard reach every part by the button itself', async () => {
    const { agent } = await renderCopilot([])
    const { decisions } = openRequest(agent, { args: { a: lines(14), b: lines(14), c: lines(14) } })
    await stateIs('unseen')
    const button = allow().element() as HTMLElement
    button.focus()
    const press = async (): Promise<number> => {
      await userEvent.keyboard('{Enter}')
      return decisions.length
    }
    await expect.poll(press, { interval: 700, timeout: 20_000 }).toBe(1)
  })

  it('A4 keeps a folded value from being allowed until it was opened and seen', async () => {
    const { agent } = await renderCopilot([])
    const { decisions } = openRequest(agent, {
      args: { body: `${lines(200)}\nPay Eve`, to: 'Ada' },
    })
    await stateIs('unseen')
    const names = () => [...cardElement().querySelectorAll('dt')].map((name) => name.textContent)
    expect(names()).toEqual(['to', 'body'])
    await expect.element(card().getByText(/characters in 201 lines/)).toBeVisible()
    expect(card().getByText('Pay Eve').query()).toBeNull()
    await userEvent.click(allow(), { force: true })
    expect(decisions).toEqual([])
    await seeAll()
    expect(cardElement().textContent).toContain('Pay Eve')
    await allow().click()
    expect(decisions).toHaveLength(1)
  })

  it('A4 shows empty lines as their number, so that nothing stands far below', async () => {
    const { agent } = await renderCopilot([])
    openRequest(agent, { args: { body: `Thanks!${'\n'.repeat(150)}Regards`, to: 'Ada' } })
    await expect.element(card().getByText('149 empty lines')).toBeVisible()
    await expect.element(card().getByText('Regards', { exact: false }).first()).toBeInViewport()
    await stateIs('ready')
  })

  it('A4 does not count what something covers', async ({ skip }) => {
    skip(server.browser !== 'chromium', onlyChromium)
    const { agent } = await renderCopilot([])
    const cover = document.createElement('div')
    cover.style.cssText =
      'position:fixed;z-index:2000;inset:0 0 auto;block-size:100%;background:#fff;pointer-events:none'
    document.body.append(cover)
    putOnTop(cover)
    try {
      openRequest(agent)
      await stateIs('unseen')
      cover.style.blockSize = `${topOf(allow().element()) - 4}px`
      await userEvent.click(allow(), { force: true })
      const missed = 'Not counted: read the rest first.'
      await expect.element(card().getByText(missed, { exact: false })).toBeVisible()
      await expect.element(allow()).toHaveAccessibleDescription(new RegExp(missed))
      const spoken = [...document.querySelectorAll('[aria-live="polite"]')]
      expect(spoken.map(({ textContent }) => textContent)).toContain(missed)
      await expect.element(card().getByRole('button', { name: 'Show the rest' })).toBeVisible()
      await stateIs('unseen')
    } finally {
      cover.remove()
    }
    await stateIs('ready')
  })

  it('A4 counts a text that changes as unseen again', async ({ skip }) => {
    skip(server.browser !== 'chromium', onlyChromium)
    const { agent } = await renderCopilot([])
    openRequest(agent)
    await stateIs('ready')
    const cover = document.createElement('div')
    cover.style.cssText = 'position:fixed;z-index:2000;inset:0;background:#fff;pointer-events:none'
    const value = cardElement().querySelector('.ambit-value') as HTMLElement
    value.style.visibility = 'hidden'
    value.replaceChildren('Eve')
    document.body.append(cover)
    putOnTop(cover)
    try {
      await stateIs('unseen')
    } finally {
      cover.remove()
    }
    await stateIs('ready')
  })

  it('R56 tells of characters that nobody sees, in names and titles too', async () => {
    const { agent } = await renderCopilot([])
    openRequest(agent, {
      title: 'Send\u3164money',
      label: 'Row\u061C 1',
      taint: 'mail\u{E0041}',
      preview: 'Pays\u2800',
      args: { 'to\u034F': 'A\u200Eda' },
    })
    for (const told of ['U+3164, U+061C, U+E0041', 'U+2800', 'U+034F', 'U+200E']) {
      await expect.element(card().getByText(told, { exact: false })).toBeVisible()
    }
  })

  it('R56 quotes what the tool does not get, apart from what it gets', async () => {
    const { agent } = await renderCopilot([])
    openRequest(agent, {
      args: { to: 'Eve' },
      asked: { to: 'Eve', 'Note from the bank': 'No money moves.' },
      ignored: { 'Note from the bank': 'No money moves.' },
    })
    await expect.element(card().getByText('Ignored: the tool does not get this')).toBeVisible()
    const names = [...cardElement().querySelectorAll('dt')].map((name) => name.textContent)
    expect(names).toEqual(['to'])
    const quoted = card().getByText('{"Note from the bank":"No money moves."}', { exact: false })
    expect(quoted.element().tagName).toBe('Q')
  })

  it('R56 shows arguments once that the schema only adds to, with what it adds', async () => {
    const { agent } = await renderCopilot([])
    await openShown(agent, { args: { order: 7, reason: 'Goodwill' }, asked: { order: 7 } })
    const { textContent } = cardElement()
    expect(textContent).toMatch(/With.*7.*Goodwill/)
    expect(textContent).not.toMatch(/As asked|What the tool gets/)
  })

  it('R56 shows both sides of arguments that the schema transforms', async () => {
    const { agent } = await renderCopilot([])
    await openShown(agent, { args: { day: '2026-11-23' }, asked: { day: 'tomorrow' } })
    const texts = cardElement().textContent
    expect(texts).toMatch(/As asked.*tomorrow.*What the tool gets.*2026-11-23/)
  })

  it('A4 says that a request changed, and begins anew for it', async () => {
    const { agent } = await renderCopilot([])
    const old = openRequest(agent, { preview: 'Deletes Ann', canRemember: true })
    await stateIs('ready')
    const before = card().element()
    await card().getByRole('checkbox').click()
    const next = openRequest(agent, {
      id: 'r2',
      replaces: 'r1',
      preview: 'Deletes Bob',
      canRemember: true,
      rememberKey: 'Bob',
    })
    old.close()
    await expect
      .element(card().getByRole('alert'))
      .toMatchTextContent('This changed while you looked')
    expect(card().element()).toBe(before)
    expect(before.getAttribute('data-steadiness')).not.toBe('ready')
    const box = card().getByRole('checkbox', {
      name: 'Do not ask again for “Send money” with “Bob” in this conversation for an hour',
    })
    await expect.element(box).not.toBeChecked()
    await userEvent.click(allow(), { force: true })
    expect([...old.decisions, ...next.decisions]).toEqual([])
    await stateIs('ready')
    await allow().click()
    expect(old.decisions).toEqual([])
    expect(next.decisions).toHaveLength(1)
  })
})
