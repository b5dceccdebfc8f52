import type { SessionsState } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { useAgent } from '../index.ts'

describe('the session', () => {
  it('is what the agent knows of its open session', () => {
    const { isInterrupted, running } = useAgent(({ session }) => session)
    expectTypeOf(isInterrupted).toEqualTypeOf<boolean>()
    expectTypeOf(running).toEqualTypeOf<SessionsState['running']>()
  })
})
