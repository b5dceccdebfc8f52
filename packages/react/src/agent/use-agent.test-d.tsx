import type { Agent, AgentEvent, Message, QueuedChat, RunResult } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { type SentRun, useAgent, useMessage, useMessages } from '../index.ts'

describe('useAgent', () => {
  it('sends text, parts and files, and says what to do while a run goes on', () => {
    const { chat } = useAgent()
    expectTypeOf(chat('Hi')).toEqualTypeOf<SentRun>()
    chat([
      { type: 'text', text: 'Look' },
      { type: 'image', data: new File([], 'a.png') },
    ])
    for (const onBusy of ['queue', 'steer', 'interrupt', 'reject'] as const) chat('Hi', { onBusy })
    // @ts-expect-error -- not one of the four
    chat('Hi', { onBusy: 'wait' })
    // @ts-expect-error -- a number is not a message
    chat(1)
  })

  it('has runs that end in a result or in nothing, and tell what happens', async () => {
    const run = useAgent().chat('Hi')
    expectTypeOf(await run).toEqualTypeOf<RunResult | undefined>()
    for await (const event of run) expectTypeOf(event).toEqualTypeOf<AgentEvent>()
  })

  it('goes back in the history', () => {
    const { chat, resume, agent } = useAgent()
    expectTypeOf(resume()).toEqualTypeOf<SentRun>()
    expectTypeOf(resume({ from: 'm2', onBusy: 'queue' })).toEqualTypeOf<SentRun>()
    expectTypeOf(chat('Something else', { replaces: 'm1' })).toEqualTypeOf<SentRun>()
    expectTypeOf(agent).toEqualTypeOf<Agent>()
    // @ts-expect-error -- the new content is missing
    chat({ replaces: 'm1' })
    // @ts-expect-error -- the click event would be the options
    const wrong = <button onClick={resume}>Again</button>
    expectTypeOf(wrong).not.toBeAny()
  })

  it('lists what waits, each with its cancel', () => {
    const { queue } = useAgent()
    expectTypeOf(queue).toEqualTypeOf<readonly QueuedChat[]>()
    const items = queue.map(({ runId, cancel }) => (
      <button key={runId} onClick={cancel}>
        Drop
      </button>
    ))
    expectTypeOf(items).not.toBeAny()
  })
})

describe('useMessages and useMessage', () => {
  it('give ids, and a message that may not be there', () => {
    expectTypeOf(useMessages().ids).toEqualTypeOf<readonly string[]>()
    expectTypeOf(useMessage('m1')).toEqualTypeOf<Message | undefined>()
  })
})

describe('the scopes', () => {
  it('says why a tool is off', () => {
    const availability = useAgent((state) => state.scopes)[0]?.tools[0]?.availability
    if (availability && !availability.enabled) {
      expectTypeOf(availability.reason).toEqualTypeOf<string | undefined>()
    }
  })
})
