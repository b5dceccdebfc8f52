import { describe, expect, it } from 'vitest'
import { messageOf } from './message-of.ts'

describe('messageOf', () => {
  it('is the sentence of an error, or what was thrown', () => {
    expect(messageOf(new Error(' It broke. '))).toBe('It broke.')
    expect(messageOf('It broke.')).toBe('It broke.')
  })

  it('is undefined where there is no sentence', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    for (const nothing of [undefined, null, 7, {}, { message: 7 }, new Error(''), hostile]) {
      expect(messageOf(nothing)).toBeUndefined()
    }
  })

  it('is at most 1,000 characters long', () => {
    expect(messageOf(new Error('x'.repeat(5000)))).toBe(`${'x'.repeat(1000)}…`)
  })
})
