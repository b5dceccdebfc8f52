import { createAgent, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { EventLog } from '../../watch/event-log.ts'
import { toEntries } from './approval-entries.ts'

const wipe = new Tool({
  name: 'wipe',
  description: 'Wipe.',
  effect: 'destructive',
  handler: () => 'wiped',
})

const setUp = () => {
  const replies = [calls(call('wipe', {}, 'c1')), 'one', calls(call('wipe', {}, 'c2')), 'two']
  const agent = createAgent({ model: scriptedModel(replies), tools: [wipe] })
  const log = new EventLog(agent)
  const read = () => toEntries(log.getState().events, agent.pending.list('approval'))
  const untilAsked = async () => {
    await expect.poll(() => agent.pending.list('approval')).toHaveLength(1)
  }
  return { agent, read, untilAsked }
}

describe('toEntries', () => {
  it('lists those that wait first, then the newest, each with its outcome', async () => {
    const { agent, read, untilAsked } = setUp()
    agent.pending.attach('approval')
    const first = agent.chat('go')
    await untilAsked()
    expect(read()).toMatchObject([{ callId: 'c1', tool: 'wipe', iteration: 0 }])
    expect(read()[0]?.outcome).toBeUndefined()
    agent.pending.approve(agent.pending.list('approval')[0]?.id ?? '', {}, 'devtools')
    await first
    const second = agent.chat('again')
    await untilAsked()
    expect(read().map(({ callId, outcome }) => [callId, outcome?.by])).toEqual([
      ['c2', undefined],
      ['c1', 'devtools'],
    ])
    agent.pending.deny(agent.pending.list('approval')[0]?.id ?? '')
    await second
    expect(read().map(({ callId, outcome }) => [callId, outcome?.decision])).toEqual([
      ['c2', 'denied'],
      ['c1', 'approved'],
    ])
  })

  it('lists a call that nobody was asked about', async () => {
    const { agent, read } = setUp()
    await agent.chat('go')
    expect(read()).toMatchObject([{ callId: 'c1', outcome: { decision: 'denied', by: 'nobody' } }])
    expect(read()[0]?.request).toBeUndefined()
  })

  it('lists a call that waited before the devtools came', async () => {
    const { agent, untilAsked } = setUp()
    agent.pending.attach('approval')
    const run = agent.chat('go')
    await untilAsked()
    const pending = agent.pending.list('approval')
    expect(toEntries([], pending)).toMatchObject([{ key: pending[0]?.id, callId: 'c1' }])
    run.cancel()
    await expect(run).rejects.toThrow()
  })

  it('takes a request that replaces another as the same approval', async () => {
    const { agent, untilAsked } = setUp()
    agent.pending.attach('approval')
    const run = agent.chat('go')
    await untilAsked()
    const [request] = agent.pending.list('approval')
    if (!request) throw new Error('Nobody was asked.')
    const next = {
      ...request,
      id: 'next',
      replaces: request.id,
      requestedAt: request.requestedAt + 9,
    }
    const event = { ...run.events.findLast(({ type }) => type === 'agent:pending_added') }
    const asked = [request, next].map((one) => ({ ...event, request: one }))
    expect(toEntries(asked as never, [next])).toMatchObject([
      { key: 'next', askedAt: request.requestedAt },
    ])
    run.cancel()
    await expect(run).rejects.toThrow()
  })
})
