import type { SessionsState } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { useSessions } from '../index.ts'

describe('useSessions', () => {
  it('is what the agent knows of its open session', () => {
    const { isInterrupted, running } = useSessions()
    expectTypeOf(isInterrupted).toEqualTypeOf<boolean>()
    expectTypeOf(running).toEqualTypeOf<SessionsState['running']>()
  })
})
