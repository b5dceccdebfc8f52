import { describe, expect, it } from 'vitest'
import { MarkdownDocument } from './markdown-stream.ts'
import { renderDocument, renderWhole } from '../../test/render-markdown.ts'

/** Patterns that make parsers slow, or make them fail, when they are repeated. */
const patterns = [
  '[',
  '![',
  '](',
  '[a](',
  '[]',
  '[a]: b\n',
  '*',
  '**a ',
  'a**b',
  '*a _b ',
  '*_**__~~',
  '~~a',
  '`',
  '`a``b',
  '>',
  '> ',
  '> - ',
  '- ',
  '- - ',
  '- a\n',
  '- [ ] a\n',
  '- a\n\n  b\n\n',
  '1. ',
  '|',
  '|a|b',
  '|a|b|\n|-|-|\n|c|d|\n',
  '<a ',
  '<!--',
  '&amp',
  '\\',
  '```\n',
  '# a\n',
  'a\n=\n',
  '* * ',
  'a.a.a@',
  'www.a.',
  'https://a.b/(',
  'a\u0301',
  '\u202e',
  '\u{e0061}',
  ' \n',
  '\r',
]

const size = 24_000

/** Renders a text as the browser would get it, in pieces that are each shown. */
function renderInPieces(text: string, pieces: number): string {
  const document = new MarkdownDocument()
  const length = Math.ceil(text.length / pieces)
  for (let at = 0; at < text.length; at += length) {
    document.push(text.slice(at, at + length))
    document.refresh()
  }
  document.finish()
  return renderDocument(document)
}

describe('MarkdownDocument', () => {
  it.each(patterns.map((pattern) => [JSON.stringify(pattern), pattern]))(
    'W13 takes much of %s, and shows the same however it comes',
    (_, pattern) => {
      const text = `Before.\n\n${pattern.repeat(size / pattern.length)}\n\nAfter.`
      const whole = renderWhole(text)
      expect(whole).toContain('Before.')
      expect(renderInPieces(text, 40)).toBe(whole)
      // Text after the pattern is drawn too, except after a fence, which takes in everything.
      expect(whole).toContain('After.')
    },
  )
})
