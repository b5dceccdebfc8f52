import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { Markdown, preloadMarkdown } from './markdown.tsx'
import css from '../styles.css?inline'

const arabic = 'هذا نص عربي'
const hebrew = 'זה טקסט'
const english = 'This is English'
/** The least room for a number or a bullet beside its item, in pixels. */
const MARKER_ROOM = 16

type Direction = 'ltr' | 'rtl'

async function show(text: string, page: Direction): Promise<Element> {
  const screen = await render(
    <div dir={page} style={{ width: 400, font: '16px sans-serif' }}>
      <Markdown text={text} />
    </div>,
  )
  await expect.poll(() => screen.container.querySelector('li, blockquote')).toBeTruthy()
  return screen.container.querySelector('.ambit-markdown') as Element
}

/** Returns the room before an element at its own start, inside of the text's box. */
function roomBefore(root: Element, element: Element): number {
  const outer = root.getBoundingClientRect()
  const inner = element.getBoundingClientRect()
  const isRtl = getComputedStyle(element).direction === 'rtl'
  return isRtl ? outer.right - inner.right : inner.left - outer.left
}

describe('Markdown in a direction', () => {
  const style = document.createElement('style')
  style.textContent = css
  beforeAll(() => document.head.append(style))
  afterAll(() => style.remove())
  beforeEach(preloadMarkdown)

  for (const page of ['ltr', 'rtl'] as const) {
    it.each([
      ['Arabic', arabic, 'rtl'],
      ['Hebrew after a number and code', `**12** \`npm i\` ${hebrew}`, 'rtl'],
      ['English', english, 'ltr'],
    ])(
      `W25 has its markers at the start of its items: %s in a page in ${page}`,
      async (_, text, direction) => {
        for (const list of [
          `- ${text}\n- ${text}`,
          `1. ${text}\n2. ${text}`,
          `1. ${text}\n\n2. ${text}`,
          `- ${text}\n\n  ${text}`,
        ]) {
          const root = await show(list, page)
          for (const item of root.querySelectorAll('li')) {
            expect(getComputedStyle(item).direction).toBe(direction)
            expect(roomBefore(root, item)).toBeGreaterThanOrEqual(MARKER_ROOM)
            for (const paragraph of item.querySelectorAll('p')) {
              expect(getComputedStyle(paragraph).direction).toBe(direction)
            }
          }
        }
      },
    )

    it(`W25 keeps each item's marker in a list of both directions, in a page in ${page}`, async () => {
      const root = await show(`1. ${arabic}\n2. ${english}\n   - ${hebrew}\n   - 12`, page)
      const directions = [...root.querySelectorAll('li')].map((item) => {
        expect(roomBefore(root, item)).toBeGreaterThanOrEqual(MARKER_ROOM)
        return getComputedStyle(item).direction
      })
      expect(directions.slice(0, 3)).toEqual(['rtl', 'ltr', 'rtl'])
    })

    it(`W25 has the bar of a quote at its start, in a page in ${page}`, async () => {
      for (const [text, side] of [
        [arabic, 'borderRightWidth'],
        [english, 'borderLeftWidth'],
      ] as const) {
        const quote = (await show(`> ${text}\n>\n> ${text}`, page)).querySelector('blockquote')
        expect(getComputedStyle(quote as Element)[side]).toBe('3px')
      }
    })

    it(`W25 has task boxes inside of its box, in a page in ${page}`, async () => {
      for (const text of [arabic, english]) {
        const root = await show(`- [x] ${text}\n- [ ] ${text}`, page)
        const outer = root.getBoundingClientRect()
        for (const box of root.querySelectorAll('[data-checked]')) {
          const { left, right } = box.getBoundingClientRect()
          expect(left).toBeGreaterThanOrEqual(outer.left)
          expect(right).toBeLessThanOrEqual(outer.right)
        }
      }
    })
  }
})
