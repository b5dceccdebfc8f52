import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { readQuote } from './read-quote.ts'

const main = document.createElement('main')

afterEach(() => {
  main.remove()
  document.documentElement.dir = ''
  scrollTo(0, 0)
})

/** Returns the quote of all of a text on the page. */
function quoteOf(html: string): string {
  main.innerHTML = html
  document.body.append(main)
  const range = new Range()
  range.selectNodeContents(main)
  return readQuote(range, () => true)
}

const hidden: Readonly<Record<string, string>> = {
  'no size of letters': 'font-size: 0',
  'one pixel': 'position: absolute; width: 1px; height: 1px; overflow: hidden',
  'no width': 'display: inline-block; width: 0; overflow: hidden; white-space: nowrap',
  'no opacity': 'opacity: 0',
  'no colour': 'color: transparent',
  'a clip path': 'clip-path: inset(50%)',
  'a clip path of a box':
    'position: absolute; clip-path: inset(50%); padding: 9px; overflow: hidden',
  'a place to the left': 'position: absolute; left: -9999px',
  'a place above': 'position: fixed; top: -900px',
  'an indent': 'display: inline-block; text-indent: -9999px',
  'no scale': 'display: inline-block; transform: scale(0)',
}

describe('a quote', () => {
  it.each(Object.entries(hidden))('leaves out what nobody sees, by %s', async (_, style) => {
    await page.viewport(800, 600)
    expect(quoteOf(`<p>seen <span style="${style}">EVIL <b>EVIL</b></span></p>`)).toBe('> seen')
  })

  it('leaves out what only a search finds', () => {
    expect(quoteOf('<p>seen</p><div hidden="until-found">EVIL</div>')).toBe('> seen')
  })

  it('has what a user scrolls to: of the page, and of a part of it', async () => {
    await page.viewport(800, 600)
    const rows = Array.from({ length: 30 }, (_, nth) => `<p>row ${nth}</p>`).join('')
    const scrolled = `<div id="list" style="height: 90px; overflow: auto">${rows}</div>`
    const before = quoteOf(`${scrolled}${rows}`)
    expect(before.match(/row/g)).toHaveLength(60)
    const range = new Range()
    range.selectNodeContents(main)
    document.querySelector('#list')?.scrollTo(0, 400)
    scrollTo(0, 500)
    expect(readQuote(range, () => true)).toBe(before)
  })

  it('has what a page from right to left shows on its left', async () => {
    await page.viewport(800, 600)
    document.documentElement.dir = 'rtl'
    const wide =
      '<p style="width: 3000px; display: flex"><b>first</b><i style="margin: auto">last</i></p>'
    expect(quoteOf(wide)).toMatch(/first.*last/s)
  })

  it('has letters that show their background', () => {
    const style =
      'color: transparent; background: linear-gradient(red, blue); background-clip: text'
    expect(quoteOf(`<p style="${style}">bold <b>claim</b></p>`)).toBe('> bold claim')
  })

  it('has what stands in a shape', () => {
    expect(quoteOf('<p style="clip-path: circle(50%)">round</p>')).toBe('> round')
  })

  it('has what stands out of a box', () => {
    const out =
      '<div style="height: 20px; overflow: hidden"><p style="position: absolute; top: 300px">out</p></div>'
    expect(quoteOf(out)).toBe('> out')
  })

  it('keeps the spaces between words where a line ends', () => {
    const words = Array.from({ length: 60 }, (_, nth) => `<b>w${nth}</b> <i>x${nth}</i> `).join('')
    const [first = ''] = quoteOf(`<p style="width: 120px">${words}</p>`).split('\n')
    expect(first).toContain('w0 x0 w1 x1 w2 x2 w3')
  })
})
