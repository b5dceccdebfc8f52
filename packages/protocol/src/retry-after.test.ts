import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const now = Date.UTC(2026, 10, 21, 12)
const parse = (headers: Record<string, string>) => parseRetryAfter((name) => headers[name], now)

describe('parseRetryAfter', () => {
  it.each([
    [{ 'retry-after-ms': '1500' }, 1500],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': new Date(now + 3000).toUTCString() }, 3000],
    [{ 'retry-after': new Date(now - 3000).toUTCString() }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{}, undefined],
  ])('R25 reads %j as %s ms', (headers, ms) => {
    expect(parse(headers)).toBe(ms)
  })
})
