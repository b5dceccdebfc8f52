import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sentencesOf } from '../sentences.ts'

/** The page that links the sentences of the other pages to tests. */
const page = 'scripts/security-tests/sentences.md'
const proved = ['docs/guides/security.md', 'SECURITY.md']

/** Sentences of a page, and the tests that prove them. */
interface Entry {
  readonly sentences: readonly string[]
  readonly tests: readonly { readonly title: string; readonly path: string }[]
  /** True for sentences that promise nothing. */
  readonly isExempt: boolean
}

/** Reads the quotes of the page, each with the list below it. */
function entriesOf(markdown: string): Entry[] {
  return markdown.split(/^#+ /m).flatMap((section) => {
    const isExempt = section.startsWith('Without a test')
    return [...section.matchAll(/^((?:> ?.*\n)+)(?:\n((?:- .*\n(?: {2}.*\n)*)+))?/gm)].map(
      ([, quote = '', list = '']) => ({
        sentences: sentencesOf(quote.replaceAll(/^> ?/gm, '')),
        tests: [...list.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, title = '', path = '']) => ({
          title: title.replaceAll(/\s+/g, ' '),
          path: join(dirname(page), path),
        })),
        isExempt,
      }),
    )
  })
}

/** Whether a test file has a test of this title. */
function hasTest({ title, path }: Entry['tests'][number]): boolean {
  if (!existsSync(path)) return false
  const source = readFileSync(path, 'utf8').replaceAll(/\\(['"`])/g, '$1')
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
}

const entries = entriesOf(readFileSync(page, 'utf8'))
const quoted = entries.flatMap(({ sentences }) => sentences)
const written = proved.flatMap((path) => sentencesOf(readFileSync(path, 'utf8')))

describe('the sentences about security', () => {
  it('stand on the page of their tests; a new or changed sentence needs a line there', () => {
    expect(written.length).toBeGreaterThan(100)
    expect(written.filter((sentence) => !quoted.includes(sentence))).toEqual([])
  })

  it('are there once, and not longer than in the page that they are from', () => {
    expect(quoted.filter((sentence) => !written.includes(sentence))).toEqual([])
    expect(quoted.filter((sentence, at) => quoted.indexOf(sentence) !== at)).toEqual([])
  })

  it('have a test, unless they promise nothing', () => {
    const bare = entries.filter(({ tests, isExempt }) => (tests.length === 0) !== isExempt)
    expect(bare.flatMap(({ sentences }) => sentences)).toEqual([])
  })

  it('are proved by tests that are there', () => {
    const tests = entries.flatMap((entry) => entry.tests)
    expect(tests.length).toBeGreaterThan(50)
    expect(tests.filter((test) => !hasTest(test))).toEqual([])
  })
})

describe('sentencesOf', () => {
  it('splits prose, lists and tables, and leaves out headings and code', () => {
    const markdown = [
      '# Title',
      'One is `a`. `two` is **b**, and',
      'goes on. See [three](x.md).',
      '- four',
      '  and four',
      '1. five',
      '',
      '| six | 6 |',
      '| --- | --- |',
      '| seven | `7` |',
      '```ts',
      'No. Code.',
      '```',
    ]
    expect(sentencesOf(markdown.join('\n'))).toEqual([
      'One is a.',
      'two is b, and goes on.',
      'See three.',
      'four and four',
      'five',
      'seven · 7',
    ])
  })
})

describe('a quote', () => {
  it('has the tests that are listed below it', () => {
    const markdown =
      '## A\n\n> One.\n> Two.\n\n- [it is so\n  indeed](../../a.test.ts)\n\n> Three.\n'
    expect(entriesOf(markdown)).toEqual([
      {
        sentences: ['One.', 'Two.'],
        tests: [{ title: 'it is so indeed', path: 'a.test.ts' }],
        isExempt: false,
      },
      { sentences: ['Three.'], tests: [], isExempt: false },
    ])
    expect(entriesOf('## Without a test\n\n> Buy it.\n')).toMatchObject([{ isExempt: true }])
  })

  it('is proved by the title of a test', () => {
    const path = 'scripts/security-tests/sentences.test.ts'
    expect(hasTest({ title: 'is proved by the title of a test', path })).toBe(true)
    expect(hasTest({ title: ['is proved', 'by the title'].join(' '), path })).toBe(false)
    expect(hasTest({ title: 'is proved by the title of a test', path: 'no.test.ts' })).toBe(false)
  })
})
