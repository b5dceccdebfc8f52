import { afterEach, describe, expect, it, vi } from 'vitest'
import { storeContract } from '../test/store-contract.ts'
import { memoryStore } from './memory-store.ts'
import type { ProxyStore } from './store.ts'

afterEach(() => {
  vi.useRealTimers()
})

const name = (nth: number): string => nth.toString(16).padStart(64, '0')
const keyOf = (owner: string, nth: number): string => `prefix:${owner}:${name(nth)}`
const kilobyte = '東'.repeat(333) + 'x'
const tenMinutes = 600_000

/** Sets and gets texts of owners. */
const textsOf = (store: ProxyStore, ttlMs = tenMinutes) => ({
  set: (owner: string, nth: number, text: string) => store.set(keyOf(owner, nth), text, ttlMs),
  get: (owner: string, nth: number) => store.get(keyOf(owner, nth)),
})

describe('the texts of memoryStore', () => {
  it('P42 are there for their owner alone', async () => {
    const { set, get } = textsOf(memoryStore())
    await set('ada', 1, 'Zürich 東京')
    expect(await get('ada', 1)).toBe('Zürich 東京')
    for (const other of ['', 'Ada', 'ada ', '__proto__']) {
      expect(await get(other, 1)).toBeUndefined()
    }
    expect(await get('ada', 2)).toBeUndefined()
  })

  it('P42 are no more bytes than those of one owner, the latest ones, and spare the others', async () => {
    const { set, get } = textsOf(memoryStore({ maxBytesPerOwner: 10_000 }))
    await set('bob', 0, kilobyte)
    for (let nth = 0; nth < 10_000; nth++) await set('ada', nth, kilobyte)
    const kept = []
    for (let nth = 0; nth < 10_000; nth++) {
      if ((await get('ada', nth)) !== undefined) kept.push(nth)
    }
    expect(kept).toEqual(Array.from({ length: 10 }, (_, nth) => 9_990 + nth))
    expect(await get('bob', 0)).toBe(kilobyte)
  })

  it('P42 are no more bytes than those in all', async () => {
    const { set, get } = textsOf(memoryStore({ maxBytes: 5000, maxBytesPerOwner: 5000 }))
    for (let nth = 0; nth < 20; nth++) await set(`p${nth}`, 1, kilobyte)
    const kept = []
    for (let nth = 0; nth < 20; nth++) {
      if (await get(`p${nth}`, 1)) kept.push(nth)
    }
    expect(kept).toEqual([15, 16, 17, 18, 19])
  })

  it('P42 of one kind push out none of another, and no counts', async () => {
    const store = memoryStore({ maxBytes: 2000, maxBytesPerOwner: 2000 })
    const counter = { key: 'tokens:ada:1', amount: 5, ttlMs: tenMinutes }
    await store.set('sign-in:ada:tickets', 'token', tenMinutes)
    await store.add([counter])
    const { set, get } = textsOf(store)
    for (let nth = 0; nth < 100; nth++) await set(`p${nth}`, 1, kilobyte)
    expect(await get('p99', 1)).toBe(kilobyte)
    expect(await store.get('sign-in:ada:tickets')).toBe('token')
    expect(await store.count([counter])).toEqual([5])
  })

  it('P42 stay if another one is too large to keep', async () => {
    const { set, get } = textsOf(memoryStore({ maxBytesPerOwner: 1500 }))
    await set('ada', 1, kilobyte)
    await set('ada', 2, kilobyte.repeat(2))
    expect(await get('ada', 1)).toBe(kilobyte)
    expect(await get('ada', 2)).toBeUndefined()
  })

  it('P42 count once if they come again, and stay longer', async () => {
    vi.useFakeTimers()
    const { set, get } = textsOf(memoryStore({ maxBytesPerOwner: 2100 }), 1000)
    await set('ada', 1, kilobyte)
    await set('ada', 2, kilobyte)
    vi.advanceTimersByTime(600)
    await set('ada', 1, kilobyte)
    vi.advanceTimersByTime(600)
    expect(await get('ada', 1)).toBe(kilobyte)
    expect(await get('ada', 2)).toBeUndefined()
  })

  it('P42 go after their time, also if nobody asks, and then nothing is waited for', async () => {
    vi.useFakeTimers()
    const { set, get } = textsOf(memoryStore())
    for (let nth = 0; nth < 3; nth++) await set('ada', nth, kilobyte)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(599_999)
    expect(await get('ada', 1)).toBe(kilobyte)
    vi.advanceTimersByTime(1)
    expect(await get('ada', 1)).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('P42 go after their time also if that is longer than a timer can be', async () => {
    vi.useFakeTimers()
    const thirtyDays = 30 * 24 * 60 * 60_000
    const { set } = textsOf(memoryStore(), thirtyDays)
    await set('ada', 1, kilobyte)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(thirtyDays)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are taken in one step, by one of several', async () => {
    vi.useFakeTimers()
    const store = memoryStore()
    await store.set('begun:ada:a', '1', 100)
    expect(await store.take('begun:ada:a', '2')).toBe(false)
    const takes = await Promise.all([1, 2, 3].map(() => store.take('begun:ada:a', '1')))
    expect(takes).toEqual([true, false, false])
    await store.set('begun:ada:a', '1', 100)
    vi.advanceTimersByTime(100)
    expect(await store.take('begun:ada:a', '1')).toBe(false)
  })
})

describe('memoryStore', () => {
  storeContract(() => memoryStore())
})

describe('memoryStore', () => {
  it('counts and keeps no lease that is over', async () => {
    vi.useFakeTimers()
    const store = memoryStore()
    const lease = (holder: string) => ({ key: 'leases:a', amount: 1, limit: 3, ttlMs: 100, holder })
    expect(await store.add([lease('a'), lease('b')])).toBeUndefined()
    vi.advanceTimersByTime(100)
    expect(await store.add([lease('c')])).toBeUndefined()
    expect(await store.count([lease('')])).toEqual([1])
    expect(await store.add([lease('d'), lease('e')])).toBeUndefined()
    expect(await store.add([lease('f')])).toBe(0)
    vi.advanceTimersByTime(100)
    expect(await store.add([lease('f'), lease('g'), lease('h')])).toBeUndefined()
    expect(await store.add([lease('i')])).toBe(0)
  })

  it.each([{ maxBytes: Number.NaN }, { maxBytesPerOwner: -5 }])('throws for %o', (options) => {
    expect(() => memoryStore(options)).toThrow(/memoryStore: `\w+`/)
  })
})
