import type { LanguageModelV4 } from '@ai-sdk/provider'
import { describe, expectTypeOf, it } from 'vitest'
import { type Run, type RunResult, createAgent } from './index.ts'
import type { History } from './messages/history.ts'

const agent = createAgent({ model: {} as LanguageModelV4 })
const { history, sessions, queue } = agent

describe('agent.history', () => {
  it('has the branches, from which the verbs of the agent go on', () => {
    expectTypeOf(agent.resume({ from: 'm2' })).toEqualTypeOf<Run<RunResult>>()
    expectTypeOf(agent.chat('Hi', { replaces: 'm1' })).toEqualTypeOf<Run<RunResult>>()
    expectTypeOf(history.branches('m1')).toEqualTypeOf<readonly string[]>()
    expectTypeOf(history).toExtend<History>()
  })

  it('starts no run itself', () => {
    // @ts-expect-error -- the agent does
    void history.regenerate
    // @ts-expect-error -- `chat` has `replaces`
    void history.edit
    // @ts-expect-error -- `resume` has `onBusy` by `with`
    void agent.resume({ onBusy: 'queue' })
  })
})

describe('the stores of a session', () => {
  it('tell what was used, given and is waiting', () => {
    expectTypeOf(sessions.getState().usage.run.costUsd).toEqualTypeOf<number | undefined>()
    expectTypeOf(sessions.getState().artifacts[0]?.data).toEqualTypeOf<unknown>()
    expectTypeOf(queue.cancel('r1')).toEqualTypeOf<boolean>()
  })
})
