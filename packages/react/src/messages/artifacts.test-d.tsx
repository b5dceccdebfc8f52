import type { SessionArtifact } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { useAgent } from '../index.ts'

describe('the artifacts', () => {
  it('is a list, each with what it comes from', () => {
    const artifacts = useAgent(({ session }) => session.artifacts)
    expectTypeOf(artifacts).toEqualTypeOf<readonly SessionArtifact[]>()
    expectTypeOf(artifacts[0]?.data).toEqualTypeOf<unknown>()
    expectTypeOf(artifacts[0]?.callId).toEqualTypeOf<string | undefined>()
  })
})
