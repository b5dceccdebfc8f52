import { toErrorReport } from './errors.ts'
import { TimeoutError } from './limit-errors.ts'
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

it('tells the model of a call that took too long in one sentence, without a piece of it beside', () => {
  expect(toErrorReport(new TimeoutError('The tool "t"', 20, true)).error).toEqual({
    name: 'TimeoutError',
    message:
      'The tool "t" took longer than 20 ms. It was stopped while it ran, and may have taken effect. Check before doing it again.',
    code: 'timeout',
    timeoutMs: 20,
  })
})
