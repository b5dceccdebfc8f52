import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../test/agent-under-test.ts'
import type { AgentEvent } from './index.ts'

describe('agent.run', () => {
  it('returns a chat from its start to its last event', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([calls(call('slow')), 'done'], {
      tools: [anyTool('slow', () => gate.promise)],
    })
    const chat = agent.chat('go')
    expect(agent.run(chat.id)).toBe(chat)
    await flush()
    expect(agent.run(chat.id)).toBe(chat)
    gate.resolve('ok')
    await chat
    expect(agent.run(chat.id)).toBeUndefined()
  })

  it('gives a reader that comes later the events from the first one on', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([calls(call('slow')), 'done'], {
      tools: [anyTool('slow', () => gate.promise)],
    })
    const { id } = agent.chat('go')
    await flush()
    const found = agent.run(id)
    gate.resolve('ok')
    const events: AgentEvent[] = []
    for await (const event of found ?? []) events.push(event)
    expect(events[0]?.type).toBe('agent:started')
    expect(events.at(-1)?.type).toBe('agent:completed')
  })

  it('returns runs of every kind, each by its own id', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([calls(call('slow')), 'a', 'b', 'c'], {
      tools: [anyTool('slow', () => gate.promise)],
    })
    const chat = agent.chat('go', { onBusy: 'queue' })
    const waiting = agent.chat('then', { onBusy: 'queue' })
    const apart = agent.execute('apart')
    const aside = agent.runTool('slow')
    const undo = agent.undo('nothing')
    const runs = [chat, waiting, apart, aside, undo]
    expect(runs.map(({ id }) => agent.run(id))).toEqual(runs)
    gate.resolve('ok')
    await Promise.all(runs)
    expect(runs.map(({ id }) => agent.run(id))).toEqual(runs.map(() => undefined))
  })

  it('returns undefined for another id and for a run of another agent', async () => {
    const { agent } = agentUnderTest(['hi'])
    const other = agentUnderTest(['hi'])
    const chat = other.agent.chat('hello')
    expect(agent.run(chat.id)).toBeUndefined()
    expect(agent.run('nothing')).toBeUndefined()
    await chat
  })

  it('returns undefined once a run has failed or was cancelled, also for its own last event', async () => {
    const { agent } = agentUnderTest(['hi', 'hi'])
    const atEnd: unknown[] = []
    agent.on('agent:cancelled', ({ runId }) => atEnd.push(agent.run(runId)))
    const cancelled = agent.chat('hello')
    cancelled.cancel()
    await failureOf(cancelled)
    const refused = agent.chat('')
    await failureOf(refused)
    expect([cancelled, refused].map(({ id }) => agent.run(id))).toEqual([undefined, undefined])
    expect(atEnd).toEqual([undefined])
  })

  it('returns the running chat for a message that joined it', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([calls(call('slow')), 'done'], {
      tools: [anyTool('slow', () => gate.promise)],
    })
    const chat = agent.chat('go')
    await flush()
    const joined = agent.chat('and', { onBusy: 'steer' })
    expect(agent.run(joined.id)).toBe(chat)
    gate.resolve('ok')
    await chat
  })
})
