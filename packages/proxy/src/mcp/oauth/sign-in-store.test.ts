import { describe, expect, it, vi } from 'vitest'
import { createMemorySignIns } from './sign-in-store.ts'

describe('createMemorySignIns', () => {
  it('keeps a value for its time, and adds and removes in one step', async () => {
    vi.useFakeTimers()
    const store = createMemorySignIns()
    await store.set('a', '1', 100)
    expect(await store.get('a')).toBe('1')
    expect(await store.add('a', '2', 100)).toBe(false)
    expect(await store.remove('a', '2')).toBe(false)
    vi.advanceTimersByTime(100)
    expect(await store.get('a')).toBeUndefined()
    expect(await store.add('a', '2', 100)).toBe(true)
    expect(await store.remove('a', '2')).toBe(true)
    expect(await store.remove('a', '2')).toBe(false)
    vi.useRealTimers()
  })

  it('drops what is over first, and then what was kept first', async () => {
    const store = createMemorySignIns({ maxValues: 2 })
    await store.set('a', '1', 1000)
    await store.set('b', '1', -1)
    await store.set('c', '1', 1000)
    expect(await store.get('a')).toBe('1')
    await store.set('d', '1', 1000)
    expect(await Promise.all(['a', 'c', 'd'].map(store.get))).toEqual([undefined, '1', '1'])
  })

  it.each([0, Number.NaN])('throws for %d `maxValues`', (maxValues) => {
    expect(() => createMemorySignIns({ maxValues })).toThrow(/maxValues/)
  })
})
