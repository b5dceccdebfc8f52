import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot } from '../render-copilot-for-test.tsx'
import { say } from '../say-for-test.ts'

const region = () => page.getByRole('region', { name: 'Conversation' }).element()
const distance = () => region().scrollHeight - region().scrollTop - region().clientHeight
const paragraphs = (count: number) => Array.from({ length: count }, () => 'A line.').join('\n\n')

describe('Transcript', () => {
  it('stays at its end, lets go when the person scrolls up, and comes back on demand', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    await renderCopilot([paragraphs(40), { gate, text: `${paragraphs(40)}\n\nThe end` }])
    await say('One')
    // As plain text until the Markdown has loaded.
    await expect.poll(() => page.getByText('A line.', { exact: true }).all().length).toBe(40)
    await expect.poll(distance).toBeLessThan(3)
    const jump = page.getByRole('button', { name: 'Jump to latest' })
    expect(jump.query()).toBeNull()

    await say('Two')
    await expect.element(page.getByText('Two')).toBeVisible()
    await expect.poll(distance).toBeLessThan(3)
    region().scrollTop -= 300
    await expect.element(jump).toBeVisible()
    // What is read stays where it is on the screen; what comes above it may move the scroll's own number.
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

  it('keeps the styles of the page out', async () => {
    const style = document.createElement('style')
    style.textContent =
      'p, h2, button { color: red; text-transform: uppercase; letter-spacing: 9px }'
    document.head.append(style)
    const { screen } = await renderCopilot([], { suggestions: ['Hello'] })
    for (const element of screen.container.querySelectorAll('p, h2, button')) {
      const { color, textTransform, letterSpacing } = getComputedStyle(element)
      expect([textTransform, letterSpacing]).toEqual(['none', 'normal'])
      expect(color).not.toBe('rgb(255, 0, 0)')
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
