import type { LanguageModelV4 } from '@ai-sdk/provider'
import { describe, expectTypeOf, it } from 'vitest'
import { type Run, type RunResult, createAgent } from './index.ts'
import { History } from './messages/history.ts'

const { history, usage, artifacts, queue } = createAgent({ model: {} as LanguageModelV4 })

describe('agent.history', () => {
  it('starts runs from another place, as `chat` does from the end', () => {
    expectTypeOf(history.regenerate()).toEqualTypeOf<Run<RunResult>>()
    expectTypeOf(history.regenerate('m2', { onBusy: 'queue' })).toEqualTypeOf<Run<RunResult>>()
    expectTypeOf(history.edit('m1', [{ type: 'text', text: 'Hi' }])).toEqualTypeOf<Run<RunResult>>()
    expectTypeOf(history.branches('m1')).toEqualTypeOf<readonly string[]>()
    expectTypeOf(history).toExtend<History>()
  })

  it('is not what every history is', () => {
    // @ts-expect-error -- a history alone has no agent
    void new History().regenerate()
  })
})

describe('the stores of a session', () => {
  it('tell what was used, given and is waiting', () => {
    expectTypeOf(usage.getState().run.costUsd).toEqualTypeOf<number | undefined>()
    expectTypeOf(artifacts.getState().artifacts[0]?.data).toEqualTypeOf<unknown>()
    expectTypeOf(queue.cancel('r1')).toEqualTypeOf<boolean>()
  })
})
