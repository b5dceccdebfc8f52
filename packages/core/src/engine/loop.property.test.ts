import * as fc from 'fast-check'
import { env } from 'node:process'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { anyAction, anySetup } from '../../test/loop-actions.ts'
import { loopFaults } from '../../test/loop-faults.ts'
import { LoopUnderTest } from '../../test/loop-page.ts'

const isLong = Boolean(env['AMBIT_LONG'])

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the loop, whatever happens to it', () => {
  it(
    'R14 R23 R24 R27 R29 R42 R67 R69 answers every call once, repeats nothing, loses nothing, leaves nothing',
    async () => {
      // What subscribers throw is reported there.
      const logged = vi.spyOn(console, 'error').mockReturnValue()
      await fc.assert(
        fc.asyncProperty(
          anySetup,
          fc.array(anyAction, { minLength: 1, maxLength: isLong ? 80 : 40, size: 'max' }),
          async (setup, actions) => {
            const loop = new LoopUnderTest(setup)
            for (const action of actions) {
              await loop.do(action)
              expect(loopFaults(loop)).toEqual([])
            }
            await loop.do({ type: 'cancelAll' })
            expect(loop.isIdle).toBe(true)
            expect(loopFaults(loop)).toEqual([])
          },
        ),
        { numRuns: isLong ? 20_000 : 300, seed: 20_261_121 },
      )
      expect(logged).toHaveBeenCalled()
    },
    isLong ? 3_600_000 : 60_000,
  )
})
