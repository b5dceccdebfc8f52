import { describe, expect, it } from 'vitest'
import { parseMessage } from './parse-message.ts'

describe('parseMessage', () => {
  it('reads lists, and takes anything else for an empty one', () => {
    expect(parseMessage('["done",{"a":1}]')).toEqual(['done', { a: 1 }])
    const malformed = ['', '{', 'null', '1', '{"0":"done"}', '"done"', '["started"]', '["blocked"]']
    expect(malformed.map(parseMessage)).toEqual(malformed.map(() => []))
  })

  it('leaves out keys that reach a prototype', () => {
    const [, result] = parseMessage('["done",{"a":{"__proto__":{"isAdmin":true},"b":1}}]')
    expect(result).toEqual({ a: { b: 1 } })
    expect((result as { a: { isAdmin?: boolean } }).a.isAdmin).toBe(undefined)
  })
})
