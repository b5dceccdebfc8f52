import { describe, expect, it } from 'vitest'
import { toBoundText } from './offers.ts'

class Customer {
  readonly id = 1
}

describe('the text of bound values', () => {
  it.each<[string, unknown, unknown]>([
    ['the order of members', { a: 1, b: [2] }, { b: [2], a: 1 }],
    ['a date', new Date(5), new Date(5)],
    ['a list with holes', Array.from({ length: 1 }), [undefined]],
  ])('R57 A4 is the same whatever %s is', (_what, one, other) => {
    expect(toBoundText(one)).toBe(toBoundText(other))
  })

  it.each<[string, unknown, unknown]>([
    ['text and number', '1', 1],
    ['undefined and null', undefined, null],
    ['undefined and its word', undefined, 'undefined'],
    ['a bigint and a number', 1n, 1],
    ['zero and minus zero', 0, -0],
    ['a member that is undefined and none', { a: undefined }, {}],
    ['instances of a class', new Customer(), new Customer()],
    ['Maps', new Map([[1, 2]]), new Map([[1, 3]])],
    ['texts with commas', ['a,b'], ['a', 'b']],
    ['a date and its text', new Date(5), 'Date(5)'],
  ])('R57 A4 tells apart %s', (_what, one, other) => {
    expect(toBoundText(one)).not.toBe(toBoundText(other))
  })

  it('R57 A4 is the same for the same object, and throws for a promise and a circle', () => {
    const customer = new Customer()
    expect(toBoundText([customer])).toBe(toBoundText([customer]))
    expect(() => toBoundText(Promise.resolve(1))).toThrow('returned a promise')
    const circle: unknown[] = []
    circle.push(circle)
    expect(() => toBoundText(circle)).toThrow()
  })
})
