import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPages } from './use-messages.ts'

const ids = Array.from({ length: 10_000 }, (_, at) => `message-${at}`)

describe('toPages', () => {
  it('keeps every id, in its order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), (some) => {
        expect(toPages(some).flat()).toEqual(some)
      }),
    )
    expect(toPages([])).toEqual([])
  })

  it('makes pages of about 16', () => {
    const pages = toPages(ids)
    expect(pages.length).toBeGreaterThan(400)
    expect(pages.length).toBeLessThan(1_000)
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThan(200)
  })

  it('changes no page but the first and the last, whatever comes before and after', () => {
    const inner = toPages(ids.slice(3_000, 6_000)).slice(1, -1)
    const all = new Set(toPages(ids).map((page) => page.join()))
    for (const page of inner) expect(all).toContain(page.join())
  })
})
