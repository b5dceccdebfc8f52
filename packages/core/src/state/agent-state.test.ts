import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { type AgentState, Scope } from '../index.ts'

const undoing = (name: string) =>
  anyTool(name, (_, ctx) => {
    ctx.undo(() => undefined)
    return name
  })

describe('the state of an agent', () => {
  it('tells of no change that is none, and keeps what has not changed', async () => {
    const { agent } = agentUnderTest([calls(call('a')), 'done', 'more'], { tools: [anyTool('a')] })
    const same: AgentState[] = []
    let shown = 0
    agent.calls.subscribe(() => shown++)
    agent.subscribe((state, before) => {
      const keys = Object.keys(state) as (keyof AgentState)[]
      if (keys.every((key) => state[key] === before[key])) same.push(state)
    })
    await agent.chat('go')
    expect(same).toEqual([])
    shown = 0
    await agent.chat('and without calls')
    expect(same).toEqual([])
    expect(shown).toBe(0)
    expect(agent.getState()).toBe(agent.getState())
    expect(agent.getState().messages).toBe(agent.getState().messages)
  })

  it('can be what an `enabled` announces', async () => {
    const get = vi.fn(() => agent.getState().status === 'idle')
    const { agent } = agentUnderTest(['done'])
    const subscribe = (listener: () => void): (() => void) => agent.subscribe(listener)
    const tools = ['a', 'b'].map((name) => anyTool(name, () => 1, { enabled: { get, subscribe } }))
    agent.scopes.register(new Scope({ name: 'page', tools }))
    const seen: unknown[] = []
    agent.subscribe(({ scopes }) => seen.push(scopes[0]?.tools.map((t) => t.availability.enabled)))
    await agent.chat('go')
    expect(seen).toContainEqual([false, false])
    expect(seen.at(-1)).toEqual([true, true])
  })

  it('changes when callers from outside are stopped', () => {
    const { agent } = agentUnderTest([])
    const seen: boolean[] = []
    agent.subscribe(() => seen.push(agent.scopes.getState().allowsOutside))
    agent.scopes.allowOutside(false)
    agent.scopes.allowOutside(true)
    expect(seen).toEqual([false, true])
  })

  it('is a consistent whole of its parts', async () => {
    const { agent } = agentUnderTest([calls(call('a', {}, 'c1')), 'done'], {
      tools: [undoing('a')],
    })
    await agent.chat('go')
    const { messages, calls: shown, queue, pending, session, scopes, status } = agent.getState()
    expect(messages).toBe(agent.history.messages)
    expect(shown).toBe(agent.calls.getState())
    expect(shown.get('c1')).toMatchObject({ state: 'succeeded', undo: { status: 'possible' } })
    expect({ queue, pending, status }).toEqual({ queue: [], pending: [], status: 'idle' })
    expect(session).toBe(agent.sessions.getState())
    expect(session.usage.session.usage.totalTokens).toBeGreaterThan(0)
    expect(scopes.flatMap(({ tools }) => tools.map(({ tool }) => tool.name))).toEqual(['a'])
  })
})

describe('calls of different runs that a model gives one id', () => {
  it('get two ids, so that each has its card and its undo', async () => {
    const { agent } = agentUnderTest(
      [calls(call('a', {}, 'c1')), 'done', calls(call('b', {}, 'c1')), 'done'],
      { tools: [undoing('a'), undoing('b')] },
    )
    await agent.chat('go')
    const { runId } = await agent.execute('go beside it')
    const records = [...agent.calls.getState().values()]
    expect(records.map(({ tool }) => tool)).toEqual(['a', 'b'])
    expect(records[1]).toMatchObject({ runId })
    expect(records[1]?.callId).not.toBe('c1')
    const { undone } = await agent.undo('c1')
    expect(undone).toEqual([{ callId: 'c1', tool: 'a' }])
    expect(agent.calls.canUndo(records[1]?.callId ?? '')).toBe(true)
  })

  it('get two ids in a run inside a call too', async () => {
    const outer = anyTool('outer', async (_, ctx) => (await ctx.execute('inside')).content)
    const { agent } = agentUnderTest(
      [calls(call('outer', {}, 'c1')), calls(call('inner', {}, 'c1')), 'in', 'out'],
      { tools: [outer, undoing('inner')] },
    )
    await agent.chat('go')
    const [first, second] = agent.calls.getState().values()
    expect([first?.tool, second?.tool]).toEqual(['inner', 'outer'])
    expect(second).toMatchObject({ callId: 'c1', state: 'succeeded' })
    expect(second?.undo).toBeUndefined()
    expect(agent.calls.canUndo('c1')).toBe(false)
  })
})
