import { describe, expect, it } from 'vitest'
import { CancellationError } from './agent-error.ts'

describe('CancellationError', () => {
  it('says who cancelled, where somebody did, and the reason in words', () => {
    const said = (reason: ConstructorParameters<typeof CancellationError>[0]) =>
      new CancellationError(reason).message

    expect(said({ kind: 'user' })).toBe('Cancelled (user).')
    expect(said({ kind: 'timeout', message: 'no answer came' })).toBe(
      'Cancelled (timeout): no answer came',
    )
    expect(said({ kind: 'manual', message: 'the page ended' })).toBe('Cancelled: the page ended')
    expect(said({ kind: 'manual' })).toBe('Cancelled.')
  })
})
