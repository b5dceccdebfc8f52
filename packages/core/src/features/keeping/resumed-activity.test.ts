import { calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { type AgentUnderTest, agentUnderTest, anyTool } from '../../../test/agent-under-test.ts'
import { createPages } from '../../../test/pages-under-test.ts'
import type { Agent, AnyTool, ToolOptions } from '../../index.ts'

type Handler = ToolOptions<Record<string, unknown>, unknown>['handler']

const hang = (): Promise<never> => new Promise(() => undefined)
const wait = (handler: Handler): AnyTool => anyTool('wait', handler, { resume: { how: 'again' } })
const order = 'parallel'
const statesOf = ({ calls: store }: Agent): unknown[] =>
  Array.from(store.getState().values(), ({ tool, state, percent, answer }) => ({
    tool,
    state,
    ...(percent !== undefined && { percent }),
    ...(answer && { answer: answer.status }),
  }))

describe('the activity of a run that is resumed', () => {
  /** Begins a run in a page that dies, and resumes the run in another page. */
  async function resume(names: string[], before: AnyTool[], after: AnyTool[]) {
    const pages = createPages()
    const { storage, die } = pages.open()
    const asked = calls(...names.map((name) => ({ name })))
    const first = agentUnderTest([asked], {
      storage,
      tools: before,
      calls: { order },
    })
    first.agent.pending.attach('approval')
    void first.agent.chat('go')
    await flush()
    await die()
    const under: AgentUnderTest = agentUnderTest(['Done'], {
      storage: pages.storage,
      tools: after,
      calls: { order },
    })
    under.agent.pending.attach('approval')
    await under.agent.sessions.opening
    await flush()
    const run = under.agent.resume()
    await flush()
    return { ...under, run }
  }

  it('has its open calls, with their progress', async () => {
    const gate = Promise.withResolvers<unknown>()
    const { agent, run } = await resume(
      ['wait', 'quick'],
      [wait(hang), anyTool('quick')],
      [
        wait((_args, ctx) => {
          ctx.progress({ percent: 50 })
          return gate.promise
        }),
        anyTool('quick'),
      ],
    )
    expect(statesOf(agent)).toEqual([
      { tool: 'wait', state: 'running', percent: 50 },
      { tool: 'quick', state: 'succeeded', answer: 'ok' },
    ])
    gate.resolve('waited')
    await run
    expect(statesOf(agent)).toMatchObject([{ state: 'succeeded' }, { state: 'succeeded' }])
  })

  it('has a call that waits for approval', async () => {
    const risky = anyTool('risky', () => 'done', { approval: true })
    const { agent, run } = await resume(['risky'], [risky], [risky])
    expect(statesOf(agent)).toEqual([{ tool: 'risky', state: 'awaiting-approval' }])
    agent.pending.approve(agent.pending.list('approval')[0]?.id ?? '')
    await run
    expect(statesOf(agent)).toMatchObject([{ state: 'succeeded' }])
  })
})
