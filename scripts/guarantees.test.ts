import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const page = 'docs/explain/guarantees.md'

/** Returns the codes that the page lists, in its order. */
const listedCodes = (text: string): string[] =>
  [...text.matchAll(/^- \*\*([A-Z]\d+)\*\* \S/gm)].map(([, code = '']) => code)

/** Returns the codes at the start of the texts in a test: titles, and rows of tables of titles. */
const codesIn = (source: string): string[] =>
  [...source.matchAll(/['"`]((?:[A-Z]\d+ )+)\S/g)].flatMap(([, codes = '']) =>
    codes.trim().split(' '),
  )

const tests = globSync(
  [
    '{packages,examples,e2e,others,scripts}/**/*.{test,spec}.{ts,tsx}',
    'packages/*/test/**/*.{ts,tsx}',
  ],
  { exclude: ['**/node_modules/**', 'scripts/guarantees.test.ts'] },
)
const proved = new Set(tests.flatMap((path) => codesIn(readFileSync(path, 'utf8'))))
const listed = listedCodes(readFileSync(page, 'utf8'))

describe('the guarantees', () => {
  it('have one line for every code in the title of a test; a new code needs a line', () => {
    expect([...proved].filter((code) => !listed.includes(code))).toEqual([])
    expect(listed).toEqual([...new Set(listed)])
  })

  it('have a test for every line; a line without a test must go', () => {
    expect(listed.length).toBeGreaterThan(100)
    expect(listed.filter((code) => !proved.has(code))).toEqual([])
  })

  it('are in the order of their numbers', () => {
    const letters = Map.groupBy(listed, (code) => code.charAt(0))
    for (const codes of letters.values()) {
      const numbers = codes.map((code) => Number(code.slice(1)))
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    }
  })
})

describe('a code', () => {
  it('is read from a title and from a row of a table of titles', () => {
    expect(codesIn("it('R1 R20 has two', () => {})")).toEqual(['R1', 'R20'])
    expect(codesIn('describe(`T1 has ${count}`, () => {})')).toEqual(['T1'])
    expect(codesIn("it.each([['P2 is one', 1]])('%s', () => {})")).toEqual(['P2'])
    expect(codesIn("it('has an R1', () => {})")).toEqual([])
  })

  it('is read from a line of the page', () => {
    expect(listedCodes('- **R1** One.\n- **R2**\n- R3 None.\nR4 None.')).toEqual(['R1'])
  })
})
