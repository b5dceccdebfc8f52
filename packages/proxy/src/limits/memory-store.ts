import type { Charge, LimitStore } from './limit-store.ts'

interface Counter {
  used: number
  expiresAt: number
}

/** Counts in this process: right for one instance, forgotten at a restart. */
export function createMemoryStore(): LimitStore {
  const counters = new Map<string, Counter>()
  let sweepAt = 0

  function counterOf(key: string): Counter | undefined {
    const counter = counters.get(key)
    return counter && counter.expiresAt > Date.now() ? counter : undefined
  }

  function add({ key, amount, ttlMs }: Charge): void {
    const counter = counterOf(key)
    if (!counter && amount < 0) return
    const used = Math.max(0, (counter?.used ?? 0) + amount)
    counters.set(key, { used, expiresAt: Date.now() + ttlMs })
  }

  function sweep(): void {
    const now = Date.now()
    if (now < sweepAt) return
    sweepAt = now + 60_000
    for (const [key, { expiresAt }] of counters) if (expiresAt <= now) counters.delete(key)
  }

  return {
    async reserve(charges) {
      sweep()
      const refused = charges.findIndex(
        ({ key, amount, limit }) => (counterOf(key)?.used ?? 0) + amount > limit,
      )
      if (refused >= 0) return refused
      for (const charge of charges) add(charge)
      return undefined
    },
    async settle(charges) {
      for (const charge of charges) add(charge)
    },
  }
}
