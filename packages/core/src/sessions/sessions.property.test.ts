import * as fc from 'fast-check'
import { env } from 'node:process'
import { describe, expect, it, vi } from 'vitest'
import { anyDelays, anySessionAction } from '../../test/session-actions.ts'
import { sessionFaults } from '../../test/session-faults.ts'
import { SessionsUnderTest } from '../../test/session-pages.ts'

const isLong = Boolean(env['AMBIT_LONG'])

describe('the sessions of a page, whatever is opened, created, deleted or reloaded', () => {
  it(
    'R14 R27 R68 has every call, answer, artifact and question in its own session alone',
    async () => {
      // Handlers that go on after their call are warned of.
      vi.spyOn(console, 'warn').mockReturnValue()
      await fc.assert(
        fc.asyncProperty(
          anyDelays,
          fc.array(anySessionAction, { minLength: 1, maxLength: 14, size: 'max' }),
          async (delays, actions) => {
            const under = new SessionsUnderTest(delays)
            for (const action of actions) await under.do(action)
            expect(await sessionFaults(under)).toEqual([])
          },
        ),
        { numRuns: isLong ? 10_000 : 300, seed: 20_261_122 },
      )
    },
    isLong ? 3_600_000 : 120_000,
  )
})
