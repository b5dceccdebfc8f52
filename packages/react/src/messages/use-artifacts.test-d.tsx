import type { SessionArtifact } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { useAgent, useBranches } from '../index.ts'

describe('the artifacts', () => {
  it('is a list, each with what it comes from', () => {
    const artifacts = useAgent(({ artifacts }) => artifacts)
    expectTypeOf(artifacts).toEqualTypeOf<readonly SessionArtifact[]>()
    expectTypeOf(artifacts[0]?.data).toEqualTypeOf<unknown>()
    expectTypeOf(artifacts[0]?.callId).toEqualTypeOf<string | undefined>()
  })
})

describe('useBranches', () => {
  it('takes the id of a message and gives ids', () => {
    expectTypeOf(useBranches('m1')).toEqualTypeOf<readonly string[]>()
    // @ts-expect-error -- the id is missing
    useBranches()
  })
})
