import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryPrefixes } from './memory-prefixes.ts'

afterEach(() => {
  vi.useRealTimers()
})

const name = (nth: number): string => nth.toString(16).padStart(64, '0')
const kilobyte = '東'.repeat(333) + 'x'

describe('createMemoryPrefixes', () => {
  it('P42 returns a text to its person alone', async () => {
    const store = createMemoryPrefixes()
    await store.set('ada', name(1), 'Zürich 東京')
    expect(await store.get('ada', name(1))).toBe('Zürich 東京')
    for (const other of ['', 'Ada', 'ada ', '__proto__']) {
      expect(await store.get(other, name(1))).toBeUndefined()
    }
    expect(await store.get('ada', name(2))).toBeUndefined()
  })

  it('P42 keeps no more than its bytes for one person, the latest ones, and spares the others', async () => {
    const store = createMemoryPrefixes({ maxBytesPerSubject: 10_000 })
    await store.set('bob', name(0), kilobyte)
    for (let nth = 0; nth < 10_000; nth++) await store.set('ada', name(nth), kilobyte)
    const kept = []
    for (let nth = 0; nth < 10_000; nth++) {
      if ((await store.get('ada', name(nth))) !== undefined) kept.push(nth)
    }
    expect(kept).toEqual(Array.from({ length: 10 }, (_, nth) => 9_990 + nth))
    expect(await store.get('bob', name(0))).toBe(kilobyte)
  })

  it('P42 keeps no more than its bytes in all', async () => {
    const store = createMemoryPrefixes({ maxBytes: 5000, maxBytesPerSubject: 5000 })
    for (let nth = 0; nth < 20; nth++) await store.set(`p${nth}`, name(1), kilobyte)
    const kept = []
    for (let nth = 0; nth < 20; nth++) {
      if (await store.get(`p${nth}`, name(1))) kept.push(nth)
    }
    expect(kept).toEqual([15, 16, 17, 18, 19])
  })

  it('P42 drops nothing for a text that is too large to keep', async () => {
    const store = createMemoryPrefixes({ maxBytesPerSubject: 1500 })
    await store.set('ada', name(1), kilobyte)
    await store.set('ada', name(2), kilobyte.repeat(2))
    expect(await store.get('ada', name(1))).toBe(kilobyte)
    expect(await store.get('ada', name(2))).toBeUndefined()
  })

  it('P42 counts a text that comes again once, and keeps it longer', async () => {
    vi.useFakeTimers()
    const store = createMemoryPrefixes({ maxBytesPerSubject: 2100, keptMs: 1000 })
    await store.set('ada', name(1), kilobyte)
    await store.set('ada', name(2), kilobyte)
    vi.advanceTimersByTime(600)
    await store.set('ada', name(1), kilobyte)
    vi.advanceTimersByTime(600)
    expect(await store.get('ada', name(1))).toBe(kilobyte)
    expect(await store.get('ada', name(2))).toBeUndefined()
  })

  it('P42 drops a text after its time, also if nobody asks, and then waits for nothing', async () => {
    vi.useFakeTimers()
    const store = createMemoryPrefixes()
    for (let nth = 0; nth < 3; nth++) await store.set('ada', name(nth), kilobyte)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(599_999)
    expect(await store.get('ada', name(1))).toBe(kilobyte)
    vi.advanceTimersByTime(1)
    expect(await store.get('ada', name(1))).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([{ keptMs: -1 }, { maxBytes: Number.NaN }, { maxBytesPerSubject: -5 }])(
    'throws for %o',
    (options) => {
      expect(() => createMemoryPrefixes(options)).toThrow(/createMemoryPrefixes: `\w+`/)
    },
  )
})
