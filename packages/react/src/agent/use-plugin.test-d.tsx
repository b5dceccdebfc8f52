import { type AssistantToolCall, type ModelRequest, ToolDeniedError } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { usePlugin } from '../index.ts'

describe('usePlugin', () => {
  it('gives each member what it stands around, and takes what it may return', () => {
    usePlugin({
      name: 'own',
      request: ({ request, run }, next) => {
        expectTypeOf(request).toEqualTypeOf<ModelRequest>()
        expectTypeOf(run.iteration).toEqualTypeOf<number>()
        return next({ temperature: 0 })
      },
      call: async ({ call }) => {
        expectTypeOf(call).toEqualTypeOf<AssistantToolCall>()
        throw new ToolDeniedError(call.name, 'Not now')
      },
      message: ({ run }) => run.stop(),
    })
    usePlugin(false)
  })

  it('refuses what the loop would not understand', () => {
    // @ts-expect-error -- there is no such member
    usePlugin({ name: 'own', onDone: () => undefined })
    // @ts-expect-error -- a plug-in has a name
    usePlugin({ message: () => undefined })
    // @ts-expect-error -- there is no such answer
    usePlugin({ name: 'own', approve: () => 'perhaps' })
  })
})
