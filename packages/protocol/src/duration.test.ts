import { describe, expect, it } from 'vitest'
import { toMilliseconds } from './duration.ts'

describe('toMilliseconds', () => {
  it.each([
    ['250ms', 250],
    ['1.5s', 1_500],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['1d', 86_400_000],
    [42, 42],
    [0, 0],
    [Infinity, Infinity],
  ])('reads %s', (duration, ms) => expect(toMilliseconds(duration)).toBe(ms))

  it.each(['', '2', '2 m', '-1s', '1w', 'm', null, undefined, {}, true])(
    'returns NaN for %s',
    (value) => expect(toMilliseconds(value)).toBeNaN(),
  )
})
