import { jsonSchema } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { putOnTop } from '../../test/put-on-top.ts'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

const parameters = jsonSchema<Record<string, unknown>>({ type: 'object' })
const allow = () => page.getByRole('button', { name: 'Allow once' })
const cardOf = () => allow().element().closest('.ambit-approval') as HTMLElement
const missed = () =>
  page.getByRole('group', { name: 'Allow “Pay”?' }).getByText('Not counted', { exact: false })
const shownNote = () =>
  document.querySelector('.ambit-approval-notes > .ambit-warning:not([data-silent])')?.textContent

async function withCards(count: number) {
  const ran: unknown[] = []
  const pay = tool('pay', (args) => void ran.push(args), { parameters, approval: true })
  const asked = Array.from({ length: count }, (_, index) => call('pay', { to: `P${index}` }))
  const rendered = await renderCopilot(
    [calls(...asked), 'Done.'],
    {},
    { tools: [pay], approval: { ask: 'all' }, limits: { iterations: 30 } },
  )
  await say('Pay')
  return { ...rendered, ran }
}

/** Runs a step at the next event of the user, before the widget sees the event. */
function before(event: string, step: () => void): void {
  window.addEventListener(event, step, { capture: true, once: true })
}

/** Keeps the main thread busy in pieces, and moves the page above the widget meanwhile. */
function makeBusy(): void {
  const timer = setInterval(() => {
    const until = performance.now() + 20 + Math.random() * 100
    const line = document.createElement('p')
    document.body.prepend(line)
    while (performance.now() < until) line.textContent = `${until}`
    line.remove()
  }, 30)
  onTestFinished(() => clearInterval(timer))
}

describe('a press on the allow button that does not count', () => {
  it('says that the page moved, shows the real state and keeps the focus', async () => {
    const { ran } = await withCards(1)
    await expect.element(allow()).not.toHaveAttribute('aria-disabled')
    const status: string[] = []
    before('click', () => (cardOf().style.marginBlockStart = '40px'))
    // Presses in the chat end at its layer.
    const layer = cardOf().closest('.ambit-layer')
    layer?.addEventListener('click', () => status.push(cardOf().dataset['steadiness'] ?? ''), {
      once: true,
    })
    await userEvent.click(allow())
    await expect.element(missed()).toBeVisible()
    expect(shownNote()).toContain('the page moved')
    // The state was news to the page in the press itself, not a frame later.
    expect(status).toEqual(['settling'])
    expect(ran).toEqual([])
    expect(document.activeElement).toBe(allow().element())
    const spoken = [...document.querySelectorAll('[aria-live="polite"]')]
    expect(spoken.some(({ textContent }) => textContent.includes('page moved'))).toBe(true)
    await expect.element(allow()).not.toHaveAttribute('aria-disabled')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => ran).toHaveLength(1)
  })

  it('says so when the page moves the button away under the pointer', async () => {
    const { ran } = await withCards(1)
    await expect.element(allow()).not.toHaveAttribute('aria-disabled')
    before('pointerdown', () => {
      before('mousedown', () => (cardOf().style.marginBlockStart = '120px'))
    })
    await userEvent.click(allow(), { force: true })
    await expect.element(missed()).toBeVisible()
    expect(ran).toEqual([])
  })

  it('says that the card was covered', async () => {
    const { ran } = await withCards(1)
    await expect.element(allow()).not.toHaveAttribute('aria-disabled')
    const cover = document.createElement('div')
    cover.style.cssText = 'position:fixed;inset:0;z-index:5000;background:#fff;pointer-events:none'
    document.body.append(cover)
    putOnTop(cover)
    await expect.element(allow()).toHaveAttribute('aria-disabled', 'true')
    await expect.poll(() => cardOf().dataset['steadiness']).toBe('covered')
    await userEvent.click(allow(), { force: true })
    cover.remove()
    await expect.element(allow()).not.toHaveAttribute('aria-disabled')
    expect(shownNote()).toContain('the card was covered')
    expect(ran).toEqual([])
  })

  it('is never silent: presses on a busy page, as soon as the button is on', async () => {
    const count = 6
    const { ran } = await withCards(count)
    makeBusy()
    let silent = 0
    for (let done = 0; done < count;) {
      await expect.element(page.getByText(`P${done}`, { exact: true }).first()).toBeVisible()
      await expect.element(allow()).not.toHaveAttribute('aria-disabled')
      const pressed: string[] = []
      before('pointerup', () => pressed.push('up'))
      await userEvent.click(allow(), { force: true })
      expect(pressed).toEqual(['up'])
      const isTold = (): boolean => ran.length > done || shownNote() !== undefined
      await expect
        .poll(isTold, { timeout: 3000 })
        .toBe(true)
        .catch(() => (silent += 1))
      done = ran.length
    }
    expect(silent).toBe(0)
  }, 60_000)
})
