import { expect, it } from 'vitest'
import type { ProxyStore } from '../src/store.ts'

/** A charge of a counter for a minute. */
export const charge = (key: string, amount: number, limit?: number) => ({
  key,
  amount,
  limit,
  ttlMs: 60_000,
})

const lease = (holder: string, limit?: number, amount = 1) => ({
  ...charge('streams', amount, limit),
  holder,
})

/** The tests that every store passes. `create` returns an empty one. */
export function storeContract(create: () => ProxyStore): void {
  it('P13 adds all charges or none, and names the one that does not fit', async () => {
    const store = create()
    expect(await store.add([charge('a', 5, 10), charge('b', 5, 10)])).toBeUndefined()
    expect(await store.add([charge('a', 5, 10), charge('b', 6, 10)])).toBe(1)
    expect(await store.count([charge('a', 0), charge('b', 0)])).toEqual([5, 5])
    expect(await store.add([charge('a', 5, 10), charge('b', 5, 10)])).toBeUndefined()
    expect(await store.add([charge('a', 1, 10)])).toBe(0)
  })

  it('P13 counts a key that comes twice, twice', async () => {
    const store = create()
    expect(await store.add([charge('a', 6, 10), charge('a', 6, 10)])).toBe(1)
    expect(await store.count([charge('a', 0)])).toEqual([0])
    expect(await store.add([charge('a', 6, 10), charge('a', 4, 10)])).toBeUndefined()
    expect(await store.count([charge('a', 0)])).toEqual([10])
  })

  it('P14 gives back, adds more than was reserved, and gives nothing to what is no more', async () => {
    const store = create()
    await store.add([charge('a', 8, 10)])
    await store.add([charge('a', -6)])
    expect(await store.add([charge('a', 9, 10)])).toBe(0)
    await store.add([charge('a', 100), charge('never', -5)])
    expect(await store.count([charge('a', 0), charge('never', 0)])).toEqual([102, 0])
    expect(await store.add([charge('never', 11, 10)])).toBe(0)
    expect(await store.add([charge('never', 10, 10)])).toBeUndefined()
  })

  it('P13 renews a lease under its own limit, also under one that has become less', async () => {
    const store = create()
    expect(await store.add([lease('a', 2), lease('b', 2)])).toBeUndefined()
    expect(await store.add([lease('a', 2)])).toBeUndefined()
    expect(await store.add([lease('a', 1)])).toBeUndefined()
    expect(await store.add([lease('c', 2)])).toBe(0)
    expect(await store.count([lease('a')])).toEqual([2])
  })

  it('P13 releases a lease, and one that was never taken', async () => {
    const store = create()
    await store.add([lease('a', 1)])
    expect(await store.add([lease('never', 1, -1)])).toBeUndefined()
    expect(await store.count([lease('a')])).toEqual([1])
    expect(await store.add([lease('a', 1, -1)])).toBeUndefined()
    expect(await store.add([lease('b', 1)])).toBeUndefined()
  })

  it('P13 takes a lease for a place that is over', async () => {
    const store = create()
    expect(await store.add([{ ...lease('a', 1), ttlMs: 1 }])).toBeUndefined()
    await expect.poll(() => store.add([lease('b', 1)])).toBeUndefined()
  })

  it('P42 keeps a text, and gives it to one of several that take it', async () => {
    const store = create()
    await store.set('kind:ada:x', 'Zürich 東京', 60_000)
    expect(await store.get('kind:ada:x')).toBe('Zürich 東京')
    expect((await store.get('kind:ada:y')) ?? undefined).toBeUndefined()
    expect(await store.take('kind:ada:x', 'other')).toBe(false)
    const takes = await Promise.all([1, 2, 3].map(() => store.take('kind:ada:x', 'Zürich 東京')))
    expect(takes.filter(Boolean)).toHaveLength(1)
  })
}
