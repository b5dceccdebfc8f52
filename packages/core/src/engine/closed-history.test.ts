import { type Reply, call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { type AgentOptions, type Message, Scope } from '../index.ts'

/**
 * Returns the ids of the calls that have no answer, or more than one, right after their message.
 */
function unclosed(messages: readonly Message[]): string[] {
  return messages.flatMap((message, at) => {
    if (message.role !== 'assistant') return []
    const until = messages.findIndex(({ role }, later) => later > at && role !== 'tool')
    const after = messages.slice(at + 1, until === -1 ? undefined : until)
    return (message.calls ?? [])
      .map(({ id }) => id)
      .filter((id) => after.filter((answer) => answer.id === id).length !== 1)
  })
}

const three = calls(call('x', {}, 'c1'), call('slow', {}, 'c2'), call('x', {}, 'c3'))
const slow = anyTool('slow', () => new Promise(() => undefined))
const tools = [anyTool('x'), slow]

describe('a closed history', () => {
  it.each<[string, Reply[], Partial<AgentOptions>]>([
    ['success', [calls(call('x'), call('x')), 'done'], {}],
    ['an error', [calls(call('bad'), call('x')), 'done'], {}],
    ['invalid arguments', [calls(call('x', '{"a"'), call('x')), 'done'], {}],
    ['an unknown tool', [calls(call('nope'), call('x')), 'done'], {}],
    ['a tool that is off', [calls(call('off'), call('x')), 'done'], {}],
    ['an error that ends the run', [calls(call('bad'), call('x'))], { calls: { errors: 'abort' } }],
    ['iterations', [calls(call('x'))], { limits: { iterations: 1 } }],
    ['calls', [calls(call('x'), call('x'))], { limits: { calls: 1 } }],
    [
      'tokens',
      [{ ...calls(call('x'), call('x')), usage: { prompt: 500, completion: 5 } }],
      { limits: { tokens: 300 } },
    ],
    ['length', [{ ...calls(call('x'), call('x', '{"a')), finishReason: 'length' }], {}],
    ['a filter', [{ ...calls(call('x')), finishReason: 'content-filter' }], {}],
    ['a cut stream', [{ ...calls(call('x'), call('x')), finishReason: null }], {}],
    ['a broken stream', [{ ...calls(call('x')), breakWith: new Error('gone') }], {}],
    ['an error part', [{ ...calls(call('x')), error: new Error('gone') }], {}],
    ['a model that fails afterwards', [calls(call('x')), { refuse: new Error('no') }], {}],
    ['one id for two calls', [calls(call('x', {}, 'c'), call('x', {}, 'c')), 'done'], {}],
    ['an id used again', [calls(call('x', {}, 'c')), calls(call('x', {}, 'c')), 'done'], {}],
  ])('R14 after %s', async (_what, replies, options) => {
    const { agent, model } = agentUnderTest(replies, {
      tools: [
        ...tools,
        anyTool('bad', () => Promise.reject(new Error('no'))),
        anyTool('off', undefined, { enabled: () => false }),
      ],
      request: { retry: { max: 0 } },
      ...options,
    })
    await agent.chat('go').catch(() => undefined)
    const { messages } = agent.history
    expect(messages.some(({ role }) => role === 'tool')).toBe(true)
    expect(unclosed(messages)).toEqual([])
    for (const { prompt } of model.requests) {
      expect(prompt.filter(({ role }) => role === 'tool').length).toBe(
        prompt.filter(({ role }) => role === 'assistant').length,
      )
    }
  })

  it('R14 after a cancel in the middle of three calls, and the next chat goes on from there', async () => {
    const { agent, model } = agentUnderTest([three, 'fine'], { tools })
    const run = agent.chat('go')
    await flush()
    run.cancel({ kind: 'user' })
    await run.catch(() => undefined)
    expect(unclosed(agent.history.messages)).toEqual([])
    expect(agent.history.messages.slice(2).map((m) => 'status' in m && m.status)).toEqual([
      'ok',
      'interrupted',
      'cancelled',
    ])
    expect((await agent.chat('and now?')).content).toBe('fine')
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ])
  })

  it('R14 after a scope goes in the middle of its call', async () => {
    const { agent } = agentUnderTest([three, 'done'], { tools: [anyTool('x')] })
    const leave = agent.scopes.register(new Scope({ name: 's', tools: [slow] }))
    const run = agent.chat('go')
    await flush()
    leave()
    expect((await run).content).toBe('done')
    expect(unclosed(agent.history.messages)).toEqual([])
    expect(agent.history.messages.slice(2, 5).map((m) => 'status' in m && m.status)).toEqual([
      'ok',
      'interrupted',
      'ok',
    ])
  })

  it('R14 after a timeout', async () => {
    const late = anyTool('slow', () => new Promise(() => undefined), { run: { timeout: 10 } })
    const { agent, clock } = agentUnderTest([three, 'done'], { tools: [anyTool('x'), late] })
    const run = agent.chat('go')
    await clock.advance(10)
    await run
    expect(unclosed(agent.history.messages)).toEqual([])
  })

  it('R14 for a history that was given with open calls, and it is not changed itself', async () => {
    const { agent, model } = agentUnderTest([three, 'fine'], { tools })
    const run = agent.chat('go')
    await flush()
    run.cancel()
    await run.catch(() => undefined)
    const broken = agent.history.messages.filter(({ id }) => id !== 'c1' && id !== 'c3')
    const before = JSON.stringify(broken)
    const result = await agent.execute('on', { history: broken })
    expect(result.content).toBe('fine')
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ])
    expect(model.requests[1]?.prompt[1]?.content).toHaveLength(3)
    expect(JSON.stringify(broken)).toBe(before)
  })

  it('R14 for a history whose answers belong to no call', async () => {
    const { agent, model } = agentUnderTest(['fine'])
    const answer = { role: 'tool', id: 'c9', name: 'x', content: '1', status: 'ok' } as const
    const history: Message[] = [
      { ...answer, parentId: null, createdAt: 0 },
      { role: 'user', id: 'u', parentId: 'c9', createdAt: 0, content: 'hello' },
    ]
    expect((await agent.execute('on', { history })).content).toBe('fine')
    expect(model.requests[0]?.prompt.map(({ role }) => role)).toEqual(['user', 'user'])
  })
})
