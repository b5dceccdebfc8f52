import { describe, expect, it } from 'vitest'
import { argumentsPreview, valueText } from './value-text.ts'

describe('valueText', () => {
  it('W16 is text as it is, and JSON in the order of its members', () => {
    expect(valueText('**no** <b>markup</b>')).toBe('**no** <b>markup</b>')
    expect(valueText({ b: 1, a: [true, null] })).toBe(
      '{\n  "b": 1,\n  "a": [\n    true,\n    null\n  ]\n}',
    )
    expect(valueText(undefined)).toBe('')
  })

  it('W5 leaves out characters that hide something', () => {
    expect(valueText('safe\u202Etxt.exe\u{E0041}')).toBe('safetxt.exe')
  })

  it('is bounded', () => {
    expect(valueText('x'.repeat(100_000))).toHaveLength(20_001)
  })
})

describe('argumentsPreview', () => {
  it('joins the short values on one line', () => {
    const args = { title: 'Buy\nmilk', count: 2, urgent: true, tags: ['a'], note: null }
    expect(argumentsPreview(args)).toBe('Buy milk · 2 · true')
  })

  it('is at most 80 characters and an ellipsis', () => {
    expect(argumentsPreview({ a: 'x'.repeat(500), b: 'y' })).toBe(`${'x'.repeat(80)}…`)
  })
})
