import * as fc from 'fast-check'
import { env } from 'node:process'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { anyWorldAction, PrefixWorld } from './prefix-world.ts'

const isLong = Boolean(env['AMBIT_LONG'])

afterEach(() => {
  vi.restoreAllMocks()
})

describe('calls that name what the proxy keeps', () => {
  it(
    'P41 reach the provider byte for byte as whole calls do, under restarts, evictions, edits, branches, compaction, other models and users, two agents and two proxies',
    async () => {
      // A store that fails is reported there.
      vi.spyOn(console, 'error').mockReturnValue()
      // Tools that come and go cost tokens, of which each turn is told.
      vi.spyOn(console, 'warn').mockReturnValue()
      const named = { all: 0, known: 0 }
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyWorldAction, { minLength: 1, maxLength: 24, size: 'max' }),
          async (actions) => {
            const world = new PrefixWorld()
            for (const action of actions) {
              await world.do(action)
              expect(world.faults).toEqual([])
            }
            named.all += world.named.all
            named.known += world.named.known
          },
        ),
        { numRuns: isLong ? 5_000 : 40, seed: 20_261_125 },
      )
      // So the property says something.
      expect(named.known).toBeGreaterThan(100)
      expect(named.all - named.known).toBeGreaterThan(20)
    },
    isLong ? 3_600_000 : 60_000,
  )
})
