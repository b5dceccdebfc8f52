import type { AssistantToolCall, ModelRequest } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { useHook } from '../index.ts'

describe('useHook', () => {
  it('gives the hook what its name says, and takes what it may return', () => {
    useHook('preRequest', ({ request, iteration }) => {
      expectTypeOf(request).toEqualTypeOf<ModelRequest>()
      expectTypeOf(iteration).toEqualTypeOf<number>()
      return { request }
    })
    useHook('preToolCall', async ({ call }) => {
      expectTypeOf(call).toEqualTypeOf<AssistantToolCall>()
      return { error: new Error('Not now') }
    })
    useHook('onIterationEnd', () => ({ stop: true }))
  })

  it('refuses what the loop would not understand', () => {
    // @ts-expect-error -- there is no such hook
    useHook('onDone', () => undefined)
    // @ts-expect-error -- `stop` is a boolean
    useHook('onIterationEnd', () => ({ stop: 'yes' }))
  })
})
