import { createAgent, Tool } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { play, repliesOf } from '@ambit/testing/replay'
import { describe, expect, it } from 'vitest'
import { record } from '../../record/index.ts'
import { canBegin, fromRun } from './save-tab.tsx'

function createTill(replies: readonly Reply[]) {
  const pay = new Tool({
    name: 'pay',
    description: 'Pay.',
    handler: (_, { undo }) => undo(() => undefined),
  })
  return createAgent({ name: 'till', model: scriptedModel(replies), tools: [pay] })
}

describe('fromRun', () => {
  it('begins with a message, after the messages before it, and plays without a drift', async () => {
    const agent = createTill([calls(call('pay')), 'Paid.', calls(call('pay')), 'Paid again.'])
    const recorder = record(agent, { requests: 'full' })
    const first = await agent.chat('pay')
    const second = await agent.chat('pay again')
    await agent.undo(first.runId)
    await agent.undo(second.runId)
    const { recording } = recorder
    expect(canBegin(recording, agent).map(({ input }) => input)).toEqual(['pay', 'pay again'])

    // What was lost before the first message is not missing in the rest.
    const lost = { ...recording, dropped: { runs: 1, events: 0 } }
    const rest = fromRun(lost, second.runId, agent)
    expect(rest.runs.map(({ kind }) => kind)).toEqual(['chat', 'undo'])
    expect(rest.before).toHaveLength(4)
    const again = createTill(repliesOf(rest))
    expect((await play(rest, again, { level: 'results' })).drift).toEqual([])
  })
})
