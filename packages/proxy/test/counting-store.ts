import { memoryStore } from '../src/memory-store.ts'
import type { ProxyStore } from '../src/store.ts'

/** A store in memory that tells what it counts. */
export interface CountingStore {
  store: ProxyStore
  /** Returns the sum of a counter over all its windows, such as `tokens`. */
  used: (name: string) => number
  /** The number of settled calls. */
  readonly settled: number
}

/** Creates a store in memory that tells what it counts. */
export function countingStore(): CountingStore {
  const store = memoryStore()
  const sums = new Map<string, number>()
  let settled = 0
  const add = (charges: readonly { key: string; amount: number }[]): void => {
    for (const { key, amount } of charges) {
      const [name = ''] = key.split(':')
      sums.set(name, (sums.get(name) ?? 0) + amount)
    }
  }
  return {
    used: (name) => sums.get(name) ?? 0,
    get settled() {
      return settled
    },
    store: {
      ...store,
      async add(charges) {
        const refused = await store.add(charges)
        if (refused === undefined) add(charges)
        if (charges.every(({ limit }) => limit === undefined)) settled += 1
        return refused
      },
    },
  }
}
