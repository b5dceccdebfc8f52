import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostileCorpus } from '../../test/hostile-corpus.ts'
import { MarkdownDocument } from './markdown-stream.ts'
import { renderDocument, renderWhole } from '../../test/render-markdown.ts'

const runs = process.env['AMBIT_LONG'] ? 5000 : 300
const timeout = runs * 200

const fragment = fc.constantFrom(
  '# Title\n',
  'Some **bold** and *soft* text',
  'a `code` span',
  '- item\n',
  '- [x] done\n',
  '  - nested\n',
  '1. one\n',
  '2. two\n\n',
  '   more\n',
  '> quote\n',
  '> - a\n',
  '```ts\nconst a = 1\n',
  '```\n',
  '~~~\n',
  '| a | b |\n|---|:-:|\n',
  '| 1 | 2 |\n',
  '[label]',
  '[Label][ref]',
  '[label]: https://a.example/\n',
  '[ref]: <https://b.example/c> "t"\n',
  '![img](https://c.example/d.png)',
  'https://e.example/f',
  '***\n',
  '===\n',
  '---\n',
  '    indented\n',
  '\t',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '\\',
  '<div>',
  '<!--',
  '&amp;',
  '&#106;',
  '😀',
  '👨‍👩‍👧',
  '\u202E',
  '*',
  '_',
  '~~',
  '`',
  '[',
  '](',
  ')',
  '|',
  '中文**强调**',
  'word ',
)
const text = fc.oneof(
  fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.constantFrom(...hostileCorpus),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

function renderInDeltas(
  source: string,
  cuts: readonly number[],
  visit?: (html: string) => void,
): string {
  const document = new MarkdownDocument()
  let at = 0
  for (const cut of cuts) {
    document.push(source.slice(at, at + cut))
    at += cut
    document.refresh()
    visit?.(renderDocument(document))
  }
  document.push(source.slice(at))
  document.refresh()
  document.finish()
  return renderDocument(document)
}

const TAGS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code table thead tbody tr th td hr br strong em del a span div button sup'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(
  'dir start href target rel referrerPolicy role aria-label tabindex scope type data-align data-checked data-code data-code-head data-host data-lang data-only-spoken data-plain data-short data-table data-task data-note data-note-ref data-note-number data-math-block'.split(
    ' ',
  ),
)

function expectClosedSet(html: string): void {
  for (const [, tag = '', attributes = ''] of html.matchAll(
    /<\/?([^\s>/]*)((?:\s[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/g,
  )) {
    expect(TAGS).toContain(tag)
    for (const [, name = '', value = ''] of attributes.matchAll(/\s([^\s=]+)="([^"]*)"/g)) {
      expect(ATTRIBUTES).toContain(name)
      const address = name === 'href' ? value : 'tel:'
      expect(address).toMatch(/^(?:https?:\/\/[^@]*$|mailto:|tel:)/)
    }
  }
  expect(html.replaceAll(/<\/?[a-z][^<>]*>/g, '')).not.toMatch(/[<>]/)
}

describe('MarkdownDocument', () => {
  it(
    'renders the same at the end, however the text is cut',
    () => {
      fc.assert(
        fc.property(text, fc.array(fc.nat(12), { maxLength: 60 }), (source, cuts) => {
          expect(renderInDeltas(source, cuts)).toBe(renderWhole(source))
        }),
        { numRuns: runs },
      )
    },
    timeout,
  )

  it(
    'W1 W3 W10 makes elements, attributes and addresses of a closed set only, also while streaming',
    () => {
      fc.assert(
        fc.property(text, fc.array(fc.nat(12), { maxLength: 10 }), (source, cuts) => {
          expectClosedSet(renderInDeltas(source, cuts, expectClosedSet))
        }),
        { numRuns: runs },
      )
    },
    timeout,
  )

  it(
    'W1 W3 W10 makes of the hostile corpus what it makes of any text',
    () => {
      for (const source of hostileCorpus) expectClosedSet(renderWhole(source))
    },
    timeout,
  )

  it('W1 shows HTML as text', () => {
    expect(renderWhole('<b onclick=x>a</b>')).toBe(
      '<p dir="auto">&lt;b onclick=x&gt;a&lt;/b&gt;</p>',
    )
  })

  it('W2 names an image and where it is from, and loads nothing', () => {
    const html = renderWhole('![A cat](https://pics.example/cat.png)')
    expect(html).toContain('Image: A cat')
    expect(html).toContain('(pics.example)')
    expect(html).not.toContain('<img')
  })

  it('renders GFM', () => {
    const html = renderWhole(
      '| a | b |\n|:--|--:|\n| 1 | ~~2~~ |\n\n- [x] done\n\nhttps://a.example ~5~ min',
    )
    expect(html).toContain('<td dir="auto" data-align="right" data-short=""><del>2</del></td>')
    expect(html).toContain('<span role="img" aria-label="Done" data-checked="true">')
    expect(html).toContain('href="https://a.example/"')
    expect(html).toContain('~5~ min')
  })

  it('never touches a block that is finished', () => {
    const document = new MarkdownDocument()
    const seen = new Map<number, object>()
    for (const char of '# One\n\ntwo *three*\n\n- a\n- b\n\n```\ncode\n```\n\nlast\n\nx') {
      document.push(char)
      document.refresh()
      const blocks = document.pages.flat()
      for (const block of blocks.slice(0, -1)) {
        expect(block).toBe(seen.get(block.key) ?? block)
      }
      for (const block of blocks.slice(0, -2)) seen.set(block.key, block)
      expect(blocks.map(({ key }) => key)).toEqual(blocks.map((_, index) => index))
    }
    expect(seen.size).toBe(4)
  })

  it('keeps pages whose blocks did not change', () => {
    const document = new MarkdownDocument()
    document.push('paragraph\n\n'.repeat(70))
    document.refresh()
    const before = document.pages
    document.push('more')
    document.refresh()
    expect(document.pages).toHaveLength(3)
    expect(document.pages[0]).toBe(before[0])
    expect(document.pages[1]).toBe(before[1])
    expect(document.pages[2]).not.toBe(before[2])
  })

  it('resolves a link defined further down, in that block alone', () => {
    const document = new MarkdownDocument()
    document.push('see [docs]\n\nother\n\n')
    document.push('end\n\n')
    const [first, second] = document.pages.flat()
    document.push('[docs]: https://docs.example/\n\nx\n')
    document.refresh()
    expect(document.pages.flat()[0]).not.toBe(first)
    expect(document.pages.flat()[1]).toBe(second)
    expect(renderDocument(document)).toContain('href="https://docs.example/"')
  })

  it('goes on counting when an ordered list is cut for its length', () => {
    const html = renderWhole('1. an item of a long list\n'.repeat(1000))
    const starts = [...html.matchAll(/<ol start="(\d+)"/g)].map(([, start]) => Number(start))
    expect(starts.length).toBeGreaterThan(1)
    expect(starts[0]).toBe((html.split('</ol>')[0]?.match(/<li/g)?.length ?? 0) + 1)
    expect(html.match(/<li/g)).toHaveLength(1000)
  })

  it('W13 shows as plain text what would cost too much, and what the parser cannot take', () => {
    expect(renderWhole('a**b'.repeat(5000))).toContain('<p data-plain="" dir="auto">')
    expect(() => renderWhole('>'.repeat(200_000))).not.toThrow()
    expect(() => renderWhole(`${'['.repeat(390)}${']'.repeat(390)}`)).not.toThrow()
  })

  it('W14 stops at 5,000,000 characters and says so', () => {
    const document = new MarkdownDocument()
    document.push('text\n\n'.repeat(2))
    document.push('x'.repeat(5_000_000))
    document.push('more')
    expect(document.pages.flat().at(-1)?.kind).toBe('truncated')
  })
})
