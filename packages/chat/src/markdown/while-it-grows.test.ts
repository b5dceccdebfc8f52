import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarkdownDocument } from './markdown-stream.ts'
import { renderDocument } from '../../test/render-markdown.ts'

const runs = process.env['AMBIT_LONG'] ? 2000 : 40

/** Returns the rendered text of each prefix, and of the whole text at the end. */
function shownPrefixes(source: string): string[] {
  const document = new MarkdownDocument()
  const shown: string[] = []
  for (const char of source) {
    document.push(char)
    document.refresh()
    shown.push(renderDocument(document))
  }
  document.finish()
  return [...shown, renderDocument(document)]
}

const visible = (html: string): string =>
  html
    .replaceAll(/<button[^>]*>.*?<\/button>/g, '')
    .replaceAll(/<span (?:role="status"|data-lang)[^>]*>.*?<\/span>/g, '')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
const marksOf = (html: string): string => visible(html).replaceAll(/[^*_~`#|[\]^<>\\]/g, '')
const countCode = (html: string): number => html.split('<pre').length - 1

function isSubsequence(part: string, whole: string): boolean {
  let at = 0
  for (const char of part) {
    at = whole.indexOf(char, at) + 1
    if (at === 0) return false
  }
  return true
}

/** Expects that no prefix shows a mark or a code block that the finished text does not have. */
function expectNoPhantom(source: string): void {
  const shown = shownPrefixes(source)
  const last = shown.at(-1) ?? ''
  for (const [index, html] of shown.entries()) {
    const prefix = source.slice(0, index + 1)
    const isClean = isSubsequence(marksOf(html), marksOf(last))
    expect({ prefix, shown: isClean ? '' : visible(html) }).toEqual({ prefix, shown: '' })
    expect({ prefix, code: countCode(html) <= countCode(last) }).toEqual({ prefix, code: true })
  }
}

const word = fc.constantFrom(
  'word',
  'a_b',
  '2 * 3',
  '**bold**',
  '*soft*',
  '_soft_',
  '**bold *both***',
  '~~gone~~',
  '`code *a*`',
  '``two ` ticks``',
  '[label](https://a.example/b_c)',
  'https://en.example/wiki/A_(b)',
  '中文**強調。**文字',
  '**「引用」**です',
  '$a*b*c$',
  '\\(x*y*z\\)',
  'costs $5 and $10',
  '[^1]',
  'x<br>y',
)
const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
const codeLine = fc.constantFrom(
  'npm i',
  '',
  'def f(*args, **kwargs):',
  '***',
  '# no heading',
  '- no item',
  '  indented `tick`',
  '| a | b |',
  '[x](y',
  '1. no item',
  '> no quote',
)
const code = fc
  .tuple(fc.constantFrom('```', '~~~', '````'), fc.constantFrom('', 'sh', 'ts'), fc.array(codeLine))
  .map(([fence, info, lines]) => [`${fence}${info}`, ...lines, fence])
const lines: fc.Arbitrary<string[]> = fc.oneof(
  line.map((text) => [text]),
  code,
)
const indented = (parts: readonly string[], first: string, rest: string): string =>
  parts
    .map((text, index) => (index === 0 ? first + text : text === '' ? rest.trimEnd() : rest + text))
    .join('\n')
const inner = fc.tuple(line, code, line).map(([above, fence, below]) => [above, ...fence, below])
const block = fc.oneof(
  line,
  lines.map((all) => all.join('\n')),
  line.map((text) => `## ${text}`),
  inner.map((all) => indented(all, '- ', '  ')),
  inner.map((all) => indented(all, '1. ', '   ')),
  inner.map((all) => indented(all, '- outer\n  - ', '    ')),
  inner.map((all) => indented(all, '> ', '> ')),
  inner.map((all) => indented(all, '- > ', '  > ')),
  inner.map((all) => indented(all, '> 1. ', '>    ')),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((items) => `- ${items.join('\n- ')}`),
  fc.tuple(line, line).map(([a, b]) => `| ${a} | ${b} |\n|---|---|\n| ${b} | ${a} |`),
  fc.constantFrom('$$\na*b\n- c*d\n$$', '\\[ E = m*c*d \\]', '[^1]: the *note* of it'),
)
const source = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => {
  const text = blocks.join('\n\n')
  return text.includes('[^1]') ? `${text}\n\n[^1]: a note\n` : `${text}\n`
})

describe('a text that grows', () => {
  it.each([
    ['a fence in a list', '- run:\n  ```bash\n  npm i\n  ```\n- next\n'],
    ['code with a blank line', '1. run:\n\n   ```py\n   def f(*args, **kw):\n\n   ***\n   ```\n'],
    ['a fence of tildes', '- a\n  ~~~\n  *b\n  ~~~\n  then **bold**\n'],
    ['a nested list', '- a\n  1. b\n     ```js\n     x = `y`\n     ```\n'],
    ['a quote in a list', '- > ```sh\n  > ls *.md\n  > ```\n'],
    ['a fence that is never closed', '- run:\n  ```bash\n  npm **i\n'],
    ['an address with an underscore', 'https://en.example/wiki/A_(b)) and more\n'],
    ['a footnote', 'One[^1] and *two*.\n\n[^1]: The note.\n'],
    ['CJK emphasis', '**強調。**文字と**「引用」**です。**重要**。\n'],
    ['a formula', 'so $a*b*c$ and \\(x_1*y_2*z\\)\n\n$$\na*b\n= *c\n$$\n\n\\[ E \\]\n'],
    ['prices', 'between $5 and **$10**, or *$7* each\n'],
    ['a line break', 'a<br>b<br/>c\n'],
  ])('shows no mark that goes away again: %s', (_, text) => {
    expectNoPhantom(text)
  })

  it('shows no mark and no code block that goes away again, whatever it is made of', () => {
    fc.assert(fc.property(source, expectNoPhantom), { numRuns: runs, seed: 19 })
  }, 300_000)

  it('shows the code of a list item as it is, in one block', () => {
    for (const html of shownPrefixes('- run:\n  ```bash\n  npm i\n')) {
      const code = /<code>(.*?)<\/code>/s.exec(html)?.[1] ?? ''
      expect('npm i'.startsWith(code.trimEnd())).toBe(true)
      expect(countCode(html)).toBeLessThanOrEqual(1)
    }
  })
})
