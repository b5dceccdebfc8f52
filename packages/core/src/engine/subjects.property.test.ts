import { flush } from '@ambit/testing'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { anyOrderAction, anyScript, OrderPage } from '../../test/order-page.ts'

afterEach(() => void vi.restoreAllMocks())

describe('a call, whatever the user does meanwhile', () => {
  it('acts on what its request showed, or not at all, and is told as it was', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const ends = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        anyScript,
        fc.array(anyOrderAction, { minLength: 6, maxLength: 14 }),
        async (script, actions) => {
          const page = new OrderPage(script)
          await page.open()
          for (const action of [{ type: 'chat' }, ...actions] as typeof actions) {
            await page.do(action)
            await flush()
            page.look()
            expect(page.faults).toEqual([])
          }
          page.end()
          await flush()
          page.look()
          expect(page.faults).toEqual([])
          for (const message of page.agent.history.messages) {
            if (message.role !== 'tool') continue
            ends.set(message.status, (ends.get(message.status) ?? 0) + 1)
          }
        },
      ),
      { numRuns: 1_000, seed: 20_261_127 },
    )
    // The user and the model have met in each way.
    for (const status of ['ok', 'stale', 'cancelled', 'interrupted']) {
      expect(ends.get(status) ?? 0).toBeGreaterThan(20)
    }
  }, 120_000)
})
