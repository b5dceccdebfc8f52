import { describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../memory-store.ts'
import type { ProxyStore } from '../store.ts'
import { guardStore } from './guard-store.ts'

const tokens = { key: 'tokens:ada:1', amount: 70, ttlMs: 60_000 }

describe('guardStore', () => {
  /** Creates a store that fails while `isDown`. */
  function failing() {
    const memory = memoryStore()
    const state = { isDown: false }
    const store: ProxyStore = {
      ...memory,
      async add(charges) {
        if (state.isDown) throw new Error('The store cannot be reached now.')
        return memory.add(charges)
      },
    }
    return { state, guarded: guardStore(store, 1_000), count: memory.count }
  }

  it('P14 settles before the next reservation what the store failed to settle, and logs it once', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    const { state, guarded, count } = failing()
    const stream = { key: 'leases:ada', amount: 1, limit: 1, ttlMs: 60_000, holder: 'a' }
    await guarded.reserve([{ ...tokens, amount: 100, limit: 100 }, stream])
    state.isDown = true
    await guarded.settle([
      { ...tokens, amount: -30 },
      { ...stream, amount: -1 },
    ])
    await guarded.settle([{ ...tokens, amount: 5 }])
    await expect(guarded.reserve([])).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(printed.mock.calls.map(([line]) => String(line))).toEqual([
      expect.stringContaining('failed to settle calls'),
    ])
    state.isDown = false
    const next = { ...stream, holder: 'b' }
    expect(await guarded.reserve([{ ...tokens, amount: 25, limit: 100 }, next])).toMatchObject({
      refused: undefined,
    })
    expect(await count([tokens, stream])).toEqual([100, 1])
    printed.mockRestore()
  })

  it('P14 forgets what nobody needs any more', async () => {
    vi.useFakeTimers()
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    const { state, guarded, count } = failing()
    state.isDown = true
    await guarded.settle([tokens])
    state.isDown = false
    vi.advanceTimersByTime(60_000)
    await guarded.reserve([])
    expect(await count([tokens])).toEqual([0])
    printed.mockRestore()
    vi.useRealTimers()
  })

  it('P10 tells that the store is back with the first request that is let through, not with a refused one', async () => {
    const answers = [new Error('down'), 0, 0, undefined, undefined]
    const store: ProxyStore = {
      ...memoryStore(),
      async add() {
        const answer = answers.shift()
        if (answer instanceof Error) throw answer
        return answer
      },
    }
    const guarded = guardStore(store, 1_000)
    await expect(guarded.reserve([])).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await guarded.reserve([])).toEqual({ refused: 0, isBack: false })
    expect(await guarded.reserve([])).toEqual({ refused: 0, isBack: false })
    expect(await guarded.reserve([])).toEqual({ refused: undefined, isBack: true })
    expect(await guarded.reserve([])).toEqual({ refused: undefined, isBack: false })
  })
})
