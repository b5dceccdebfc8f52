import type { LanguageModelV4 } from '@ai-sdk/provider'
import { describe, expectTypeOf, it } from 'vitest'
import {
  type Dependencies,
  type Metadata,
  type Register,
  type State,
  type ToolContext,
  createAgent,
} from './index.ts'

describe('Register', () => {
  it('is empty until an application augments it: everything is there, untyped', () => {
    expectTypeOf<keyof Register>().toEqualTypeOf<never>()
    expectTypeOf<Dependencies>().toEqualTypeOf<unknown>()
    expectTypeOf<Metadata>().toEqualTypeOf<Readonly<Record<string, unknown>>>()
    expectTypeOf<State>().toEqualTypeOf<Record<string, unknown>>()
    expectTypeOf<ToolContext['run']['dependencies']>().toEqualTypeOf<unknown>()
    createAgent({ model: {} as LanguageModelV4, dependencies: 7, metadata: { any: 'thing' } })
  })
})
