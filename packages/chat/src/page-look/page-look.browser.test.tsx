import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field } from '../../test/say.ts'
import type { CopilotProps } from '../opening/late-copilot.tsx'
import { toRgb, contrast } from './page-look.tsx'

const dialog = () => page.getByRole('dialog', { name: 'Assistant' }).element()
const chat = () => document.querySelector('.ambit-chat') as HTMLElement
const colors = () => {
  const { backgroundColor, color, fontFamily, colorScheme } = getComputedStyle(dialog())
  return { backgroundColor, color, fontFamily, colorScheme }
}
const launcher = () => getComputedStyle(document.querySelector('.ambit-launcher') as Element)

/** Renders the widget on a page whose body has the styles. */
async function renderOn(styles: string, props: CopilotProps = {}) {
  document.body.style.cssText = styles
  await renderCopilot([], props)
  await expect.element(field()).toBeVisible()
}

afterEach(() => {
  document.body.removeAttribute('style')
  document.body.removeAttribute('class')
})

describe('PageLook', () => {
  it('keeps its own colours and font on a page that says nothing', async () => {
    await renderOn('')
    expect(colors()).toMatchObject({
      backgroundColor: 'rgb(255, 255, 255)',
      color: 'rgb(28, 28, 36)',
    })
    expect(colors().fontFamily).toContain('system-ui')
    expect(chat().getAttribute('style') ?? '').not.toContain('surface')
  })

  it('has the font, surface and text of the page', async () => {
    await renderOn('background: #f5efe6; color: #3b2f23; font-family: Georgia, serif')
    expect(colors()).toMatchObject({
      backgroundColor: 'rgb(251, 249, 245)',
      color: 'rgb(59, 47, 35)',
      fontFamily: 'Georgia, serif',
    })
  })

  it('has the primary colour of a theme, after the accent of the page', async () => {
    const accent = () => launcher().backgroundColor
    await renderOn('--primary: #0a6b4b; background: #fff; color: #111')
    expect(accent()).toBe('rgb(10, 107, 75)')
    document.body.style.accentColor = '#8a1c6b'
    await expect.poll(accent).toBe('rgb(138, 28, 107)')
    // The numbers of a colour are not a colour.
    document.body.style.cssText = '--primary: 222.2 47.4% 11.2%; background: #fff; color: #111'
    await expect.poll(accent).not.toBe('rgb(138, 28, 107)')
    expect(chat().style.getPropertyValue('--ambit-page-accent')).toBe('')
  })

  it('is dark on a dark page, whatever the system is, and follows the page to light', async () => {
    await renderOn('background: #0f172a; color: #e2e8f0')
    expect(colors()).toMatchObject({ backgroundColor: 'rgb(25, 32, 51)', colorScheme: 'dark' })
    document.body.style.cssText = 'background: oklch(0.985 0 0); color: #111'
    await expect.poll(() => colors().colorScheme).toBe('light')
    expect(colors().color).toBe('rgb(17, 17, 17)')
    document.body.style.cssText = ''
    await expect.poll(() => colors().backgroundColor).toBe('rgb(255, 255, 255)')
  })

  it('sees through what is transparent, and keeps its colours over a picture', async () => {
    await renderOn('background: #f5efe6; color: #3b2f23')
    const wrapper = chat().parentElement as HTMLElement
    wrapper.style.background = 'rgb(0 0 0 / 0.04)'
    await expect.poll(() => colors().backgroundColor).toBe('rgb(247, 245, 241)')
    wrapper.style.background = 'linear-gradient(red, blue)'
    await expect.poll(() => colors().backgroundColor).toBe('rgb(255, 255, 255)')
    wrapper.removeAttribute('style')
  })

  it.each(['background: #b57edc; color: pink', 'background: #808080; color: #fff'])(
    'keeps its own colours where texts could not be read: %s',
    async (styles) => {
      await renderOn(styles)
      expect(colors().backgroundColor).toBe('rgb(255, 255, 255)')
    },
  )

  it('has the accent of the page, dark enough to be read', async () => {
    await renderOn('accent-color: #ff9900; background: #fff')
    const [accent] = toRgb(getComputedStyle(chat()).accentColor, chat())
    expect(contrast(accent, [1, 1, 1])).toBeGreaterThanOrEqual(4.5)
    expect(accent[0]).toBeGreaterThan(accent[2])
    const { color, backgroundColor } = launcher()
    expect(contrast(toRgb(color, chat())[0], toRgb(backgroundColor, chat())[0])).toBeGreaterThan(
      4.5,
    )
  })

  it('leaves the colours to a theme', async () => {
    await renderOn('background: #0f172a; color: #e2e8f0', { theme: 'light' })
    expect(colors()).toMatchObject({ backgroundColor: 'rgb(255, 255, 255)', colorScheme: 'light' })
  })

  it('keeps its own colours beside an accent of the application that would not be read', async () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.ambit-chat { --ambit-accent: #0a4b3b; --ambit-font: monospace }')
    document.adoptedStyleSheets.push(sheet)
    await renderOn('background: #0f172a; color: #e2e8f0; font-family: Georgia; accent-color: red')
    document.adoptedStyleSheets.pop()
    expect(colors().backgroundColor).toBe('rgb(255, 255, 255)')
  })

  it('dresses a layer that stands elsewhere too', async () => {
    const box = document.createElement('section')
    document.body.append(box)
    await renderOn('background: #f5efe6; color: #3b2f23; font-family: Georgia', {
      place: { container: box },
    })
    await expect.poll(() => colors().backgroundColor).toBe('rgb(251, 249, 245)')
    expect(colors().fontFamily).toBe('Georgia')
    document.body.style.background = '#0f172a'
    document.body.style.color = '#e2e8f0'
    await expect
      .poll(() => colors())
      .toMatchObject({
        backgroundColor: 'rgb(25, 32, 51)',
        colorScheme: 'dark',
      })
    box.remove()
  })
})
