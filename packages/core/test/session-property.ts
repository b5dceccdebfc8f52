import * as fc from 'fast-check'
import { anyDelays, anySessionAction } from './session-actions.ts'
import { sessionFaults } from './session-faults.ts'
import { SessionsUnderTest } from './session-pages.ts'

/**
 * Checks the sessions of a page over a storage whose every answer can come late, whatever is
 * opened, created, deleted or reloaded. Rejects with the smallest actions that end in a fault.
 */
export const checkSessions = (numRuns: number, seed: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      anyDelays,
      fc.array(anySessionAction, { minLength: 1, maxLength: 14, size: 'max' }),
      async (delays, actions) => {
        const under = new SessionsUnderTest(delays)
        for (const action of actions) await under.do(action)
        const faults = await sessionFaults(under)
        if (faults.length > 0) throw new Error(faults.join('\n'))
      },
    ),
    { numRuns, seed },
  )
