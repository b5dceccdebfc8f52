import { describe, expect, it } from 'vitest'
import { parseMessage, toExpression } from './worker-script.ts'

describe('toExpression', () => {
  it.each([
    '({ n }) => n',
    'async ({ n }) => n',
    'async({ n }) => n',
    'n => n',
    'async n => n',
    'function ({ n }) { return n }',
    'async function named({ n }) { return n }',
    'function(n) { return n }',
    'async function(n) { return n }',
    '(n) => { if (n) { return 1 } }',
  ])('leaves %s as it is', (source) => {
    expect(toExpression(source, 'probe')).toBe(source)
  })

  it.each([
    'handler({ n }) { return n }',
    'async handler({ n }) { return n }',
    "['a name']({ n }) { return n }",
    "async ['a name'](n) { return n }",
    '$größe(n) { return n }',
    'functional(n) { return n }',
  ])('puts the method %s into an object', (source) => {
    expect(toExpression(source, 'probe')).toBe(`Object.values({ ${source}\n})[0]`)
  })

  it('A14 R61 reads a text once, whatever is in it', () => {
    for (const space of ['\u00a0', '\u3000', '\u2028', ' ', 'a', '\u3164']) {
      for (const start of ['async', 'async ', 'x', '*', '[', "'"]) {
        const source = `${start}${space.repeat(300_000)}=> 1`
        expect(toExpression(source, 'probe')).toBe(source)
      }
    }
  })

  it('refuses a function without a text of its own', () => {
    expect(() => toExpression(String(Math.max), 'probe')).toThrow('bound or built-in function')
    expect(toExpression(`() => '{ [native code] }' + 1`, 'probe')).toContain('=>')
  })
})

describe('parseMessage', () => {
  it('reads lists, and takes anything else for a text that is not a function', () => {
    expect(parseMessage('["done",{"a":1}]')).toEqual(['done', { a: 1 }])
    const malformed = ['', '{', 'null', '1', '{"0":"done"}', '"done"', '["started"]', '["blocked"]']
    expect(malformed.map(parseMessage)).toEqual(malformed.map(() => ['unread']))
  })

  it('leaves out keys that reach a prototype', () => {
    for (const key of ['__proto__', '\\u005f_proto__']) {
      const [, result] = parseMessage(`["done",{"a":{"${key}":{"isAdmin":true},"b":1}}]`)
      expect(result).toEqual({ a: { b: 1 } })
      expect((result as { a: { isAdmin?: boolean } }).a.isAdmin).toBe(undefined)
    }
  })
})
