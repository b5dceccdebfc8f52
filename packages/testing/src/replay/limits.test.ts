import { type Agent, ModelError } from '@ambit/core'
import { describe, expect, it, vi } from 'vitest'
import { createFakeClock, flush } from '../fake-clock.ts'
import { call, calls, type Reply } from '../reply.ts'
import { appOf, driftOf, recorded, tool } from './play-again.ts'

vi.spyOn(console, 'error').mockImplementation(() => undefined)

const once = [calls(call('t')), 'Done.']
const pay = tool('t', () => 'paid', { approval: true })

describe('finding 21: play ends', () => {
  const busy = new ModelError('Busy.', { kind: 'overloaded', isRetryable: true, retryAfterMs: 1 })
  const replies: Reply[] = [{ refuse: busy }, 'Here.']

  it('while a request waits to be tried again, and moves on a fake clock', async () => {
    const recording = await recorded(appOf([]), replies)
    const clock = createFakeClock()
    expect(await driftOf(recording, appOf([], { clock }), { clock })).toEqual([])
    const drift = await driftOf(recording, appOf([], { clock: createFakeClock() }), { waitMs: 50 })
    expect(drift[0]).toBe(
      'run 1, request 1: is not tried again, so `play` stopped it after 50 ms in which nothing happened. If the agent has a fake clock, give it as `clock`.',
    )
  })

  it('while a handler does not end, and names its call', async () => {
    const recording = await recorded(appOf([tool('t', () => 1)]), once)
    const never = appOf([tool('t', () => new Promise(() => undefined))])
    const drift = await driftOf(recording, never, { waitMs: 50 })
    expect(drift[0]).toBe(
      'run 1, call 1 (t): does not end, so `play` stopped it after 50 ms in which nothing happened. If it needs more time, give `waitMs`.',
    )
  })

  it('finding 12: while a model takes too long, and says that no budget ends it now', async () => {
    const short = appOf([], { limits: { time: 100 } })
    const fail = (agent: Agent) => agent.chat('go').catch(() => undefined)
    const recording = await recorded(short, [{ hang: true }], fail)
    expect(await driftOf(recording, short, { level: 'results' })).toEqual([])
    expect(await driftOf(recording, appOf([]), { waitMs: 50 })).toEqual([
      expect.stringMatching(/^run 1, request 1: does not end/),
      'run 1: was failed, is cancelled',
    ])
  })

  it('where the recording was stopped in the middle of a run, without a drift', async () => {
    const toModel = await recorded(appOf([]), [{ hang: true }], (agent) => {
      agent.chat('go').catch(() => undefined)
      return flush()
    })
    expect(toModel.runs[0]?.status).toBe('running')
    expect(await driftOf(toModel, appOf([]), { level: 'prompt' })).toEqual([])
    const toUser = await recorded(appOf([pay]), once, async (agent) => {
      agent.pending.attach('approval')
      agent.chat('go').catch(() => undefined)
      await vi.waitFor(() => expect(agent.pending.list('approval')).toHaveLength(1))
    })
    expect(toUser.runs[0]?.calls[0]?.status).toBe('running')
    expect(await driftOf(toUser, appOf([pay]), { level: 'prompt' })).toEqual([])
  })
})
