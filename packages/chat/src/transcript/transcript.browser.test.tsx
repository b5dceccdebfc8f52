import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openSteps } from '../../test/open-steps.ts'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

const region = () => page.getByRole('region', { name: 'Conversation' }).element()
const distance = () => region().scrollHeight - region().scrollTop - region().clientHeight
const paragraphs = (count: number) => Array.from({ length: count }, () => 'A line.').join('\n\n')

describe('Transcript', () => {
  it('stays at its end, lets go when the user scrolls up, and comes back on demand', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    await renderCopilot([paragraphs(40), { gate, text: `${paragraphs(40)}\n\nThe end` }])
    await say('One')
    // The text is plain until the Markdown part has loaded.
    await expect.poll(() => page.getByText('A line.', { exact: true }).all().length).toBe(40)
    await expect.poll(distance).toBeLessThan(3)
    const jump = page.getByRole('button', { name: 'Jump to latest' })
    expect(jump.query()).toBeNull()

    await say('Two')
    await expect.element(page.getByText('Two')).toBeVisible()
    await expect.poll(distance).toBeLessThan(3)
    region().scrollTop -= 300
    await expect.element(jump).toBeVisible()
    // The visible text stays in place on the screen. New content above the text may change
    // `scrollTop`.
    const { left, top, height } = region().getBoundingClientRect()
    const read = document.elementFromPoint(left + 30, top + height / 2)
    const before = read?.getBoundingClientRect().top
    expect(read?.textContent).toBe('A line.')
    open()
    await expect.element(page.getByText('The end')).toBeInTheDocument()
    expect(read?.getBoundingClientRect().top).toBeCloseTo(before ?? 0, 0)

    await jump.click()
    await expect.poll(distance).toBeLessThan(3)
    await expect.element(jump).not.toBeInTheDocument()
    expect(document.activeElement).toBe(region())
    const panel = page.getByRole('dialog').element()
    expect(panel.scrollHeight).toBe(panel.clientHeight)
  })

  it('leads to a card that waits for the user while it is out of view', async () => {
    const pay = tool('pay', () => 'paid', { approval: true })
    await renderCopilot([paragraphs(60), calls(call('pay')), 'Paid.'], {}, { tools: [pay] })
    await say('Talk')
    await expect.poll(() => page.getByText('A line.', { exact: true }).all().length).toBe(60)
    await say('Pay')
    const card = page.getByRole('group', { name: 'Allow “Pay”?' })
    await expect.element(card).toBeInViewport()
    const decide = page.getByRole('button', { name: 'Needs your decision' })
    expect(decide.query()).toBeNull()
    region().scrollTop = 0
    await expect.element(decide).toBeVisible()
    await decide.click()
    await expect.element(card).toBeInViewport()
    await expect.element(card).toHaveFocus()
    await expect.element(decide).not.toBeInTheDocument()
    await card.getByRole('button', { name: 'Deny' }).click()
    region().scrollTop = 0
    await expect.element(page.getByText('Paid.')).toBeInTheDocument()
    expect(decide.query()).toBeNull()
  })

  it('keeps a card that waits in view while messages queue up below it', async () => {
    const pay = tool('pay', () => 'paid', { approval: true })
    await renderCopilot([paragraphs(60), calls(call('pay')), 'Paid.'], {}, { tools: [pay] })
    await say('Talk')
    await expect.poll(() => page.getByText('A line.', { exact: true }).all().length).toBe(60)
    await say('Pay')
    const card = page.getByRole('group', { name: 'Allow “Pay”?' })
    await expect.element(card).toBeInViewport()
    for (const text of ['One', 'Two', 'Three']) {
      await say(`${text} ${'and so on '.repeat(40)}`)
    }
    await expect.element(page.getByText(/^Three and/)).toBeInTheDocument()
    await expect
      .poll(() => {
        const [inner, outer] = [card.element(), region()].map((one) => one.getBoundingClientRect())
        return inner && outer && inner.top >= outer.top && inner.bottom <= outer.bottom
      })
      .toBe(true)
    expect(page.getByRole('button', { name: 'Needs your decision' }).query()).toBeNull()
  })

  it.each([2, 4, 6, 8, 10])('shows a first card of %i rows whole if it fits', async (rows) => {
    const lines = Array.from({ length: rows }, (_, at) => [`row${at}`, `Text ${at}`])
    const approval = { when: true, preview: () => Object.fromEntries(lines) }
    const pay = tool('pay', () => 'paid', { approval })
    await renderCopilot([calls(call('pay')), 'Paid.'], {}, { tools: [pay] })
    await say('Pay '.repeat(60))
    const card = page.getByRole('group', { name: 'Allow “Pay”?' })
    await expect.element(card).toBeInViewport()
    await expect.element(card.getByText('Text 0')).toBeVisible()
    for (let at = 0; at < 4; at++) await new Promise((done) => requestAnimationFrame(done))
    const [inner, outer] = [card.element(), region()].map((one) => one.getBoundingClientRect())
    expect(inner?.top).toBeGreaterThanOrEqual(outer?.top ?? 0)
    if ((inner?.height ?? 0) < (outer?.height ?? 0))
      expect(inner?.bottom).toBeLessThanOrEqual(outer?.bottom ?? 0)
  })

  it('leads to a question as well, past the button that leads to the end', async () => {
    const ask = tool('ask', (_, ctx) => ctx.ask('Where to?'))
    await renderCopilot([paragraphs(60), calls(call('ask'))], {}, { tools: [ask] })
    await say('Talk')
    await expect.poll(() => page.getByText('A line.', { exact: true }).all().length).toBe(60)
    await say('Ask')
    const form = page.getByRole('form', { name: 'Where to?' })
    await expect.element(form).toBeInViewport()
    region().scrollTop = 0
    const decide = page.getByRole('button', { name: 'Needs your decision' })
    await decide.click()
    await expect.element(form).toBeInViewport()
    await expect.element(form).toHaveFocus()
    await expect.element(decide).not.toBeInTheDocument()
  })

  it('has one distance between the messages of an answer, on whatever pages they are', async () => {
    const steps = Array.from({ length: 40 }, () => calls(call('look')))
    const options = {
      tools: [tool('look', () => 1)],
      limits: { iterations: 50, identicalCalls: 99 },
    }
    await renderCopilot([...steps, 'Done looking.'], {}, options)
    await say('Look')
    await expect.element(page.getByText('Done looking.')).toBeVisible()
    await openSteps()
    const messages = page.getByRole('article', { name: 'Assistant' }).elements()
    expect(messages).toHaveLength(41)
    const parents = new Set(messages.map(({ parentElement }) => parentElement))
    expect(parents.size).toBeGreaterThan(1)
    const distances = new Set<number>()
    for (const [index, message] of messages.slice(1).entries()) {
      // A message out of view has no size yet.
      message.scrollIntoView({ block: 'center' })
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      const end = messages[index]?.getBoundingClientRect().bottom ?? 0
      distances.add(Math.round(message.getBoundingClientRect().top - end))
    }
    expect([...distances]).toEqual([8])
  })

  it('has the beginning in view before the first message, on however low a screen', async () => {
    await renderCopilot([], { start: { suggestions: ['One', 'Two', 'Three', 'Four'] } })
    await page.viewport(360, 320)
    await expect.poll(() => region().scrollHeight > region().clientHeight).toBe(true)
    expect(region().scrollTop).toBe(0)
    await expect.element(page.getByText('How can I help?')).toBeInViewport()
  })

  it('keeps the styles of the page out', async () => {
    const style = document.createElement('style')
    style.textContent =
      'p, h2, button { color: red; text-transform: uppercase; letter-spacing: 9px }'
    document.head.append(style)
    const { screen } = await renderCopilot([], { start: { suggestions: ['Hello'] } })
    for (const element of screen.container.querySelectorAll('p, h2, button')) {
      const { color, textTransform, letterSpacing } = getComputedStyle(element)
      expect([textTransform, letterSpacing]).toEqual(['none', 'normal'])
      expect(color).not.toBe('rgb(255, 0, 0)')
    }
    style.remove()
  })

  it('keeps out what the page draws before and after its elements', async () => {
    const style = document.createElement('style')
    style.textContent =
      "details summary::after, ul li::before, p::before, button::after { content: '→'; display: block }"
    document.head.append(style)
    const tools = [tool('look', () => 'seen')]
    const { screen } = await renderCopilot([calls(call('look')), 'Seen.'], {}, { tools })
    await say('Look')
    await expect.element(page.getByText('Seen.')).toBeVisible()
    await expect.element(page.getByRole('group', { name: 'Look' }).first()).toBeVisible()
    for (const element of screen.container.querySelectorAll('.ambit-chat *')) {
      for (const pseudo of ['::before', '::after']) {
        expect(getComputedStyle(element, pseudo).content).not.toContain('→')
      }
    }
    style.remove()
  })

  it('follows the theme that is asked for', async () => {
    const surface = () => getComputedStyle(page.getByRole('dialog').element()).backgroundColor
    const { screen } = await renderCopilot([], { theme: 'dark' })
    expect(surface()).toBe('rgb(24, 24, 29)')
    await screen.unmount()
    await renderCopilot([], { theme: 'light' })
    expect(surface()).toBe('rgb(255, 255, 255)')
  })
})
