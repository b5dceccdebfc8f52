import type { UsageState } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { useUsage } from '../index.ts'

describe('useUsage', () => {
  it('tells tokens, and a cost that may not be known', () => {
    const { session, run } = useUsage()
    expectTypeOf(session).toEqualTypeOf<UsageState['session']>()
    expectTypeOf(session.usage.totalTokens).toEqualTypeOf<number>()
    expectTypeOf(run.costUsd).toEqualTypeOf<number | undefined>()
  })
})
