import type { UsageState } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { useAgent } from '../index.ts'

describe('the usage', () => {
  it('tells tokens, and a cost that may not be known', () => {
    const { session, run } = useAgent(({ session }) => session.usage)
    expectTypeOf(session).toEqualTypeOf<UsageState['session']>()
    expectTypeOf(session.usage.totalTokens).toEqualTypeOf<number>()
    expectTypeOf(run.costUsd).toEqualTypeOf<number | undefined>()
  })
})
