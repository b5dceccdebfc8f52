import { describe, expect, it } from 'vitest'
import { memoryStore } from '../memory-store.ts'
import type { ProxyStore } from '../store.ts'
import { guardStore } from './guard-store.ts'

describe('guardStore', () => {
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
