import { call, calls, promptFaults } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import {
  agentUnderTest,
  answersIn,
  anyTool,
  failureOf,
  lastOfUser,
  told,
} from '../../test/agent-under-test.ts'
import type { Agent, AgentOptions, CallResult, Message, RunResult } from '../index.ts'
import { memoryAudit } from '../features/audit/index.ts'
import { redaction } from '../features/redaction/index.ts'
import { memoryStorage } from '../features/keeping/index.ts'

const returning = { calls: { mode: 'return' } } as const
const asked = calls(call('a', { n: 1 }, 'c1'), call('b', {}, 'c2'))
const results = [
  { callId: 'c2', result: 'two' },
  { callId: 'c1', result: { one: 1 } },
]

/** Makes an agent whose run has returned the calls `c1` of `a` and `c2` of `b`. */
async function returned(options: Partial<AgentOptions> = {}, replies = ['done', 'more', 'last']) {
  let ran = 0
  const tools = [anyTool('a', () => ++ran), anyTool('b', () => ++ran)]
  const under = agentUnderTest([asked, ...replies], { tools, ...options })
  const result = await under.agent.with(returning).chat('go')
  return { ...under, result, ran: () => ran }
}

const statuses = (messages: readonly Message[]) =>
  answersIn(messages).map(({ id, status }) => `${id} ${status}`)

describe('a run with `calls.mode: return`', () => {
  it('R12 has its calls in the result, as the model made them', async () => {
    const { result, ran } = await returned()
    expect(result).toMatchObject({ status: 'completed', finishReason: 'tool_calls' })
    expect(result.calls).toEqual([
      { id: 'c1', name: 'a', arguments: { n: 1 } },
      { id: 'c2', name: 'b', arguments: {} },
    ])
    expect(ran()).toBe(0)
  })

  it('R12 has no calls if there are none, and no `calls` in another mode', async () => {
    const { agent } = agentUnderTest(['hi', 'hi'])
    expect((await agent.with(returning).chat('go')).calls).toEqual([])
    expect(await agent.chat('go')).not.toHaveProperty('calls')
  })

  it('R12 does not return calls of a message that may be incomplete', async () => {
    const { agent } = agentUnderTest([{ ...asked, finishReason: 'length' }])
    const error = await failureOf(agent.with(returning).chat('go'))
    expect(error).toMatchObject({ code: 'model', kind: 'stream_cut' })
    expect(statuses(error.messages ?? [])).toEqual(['c1 cancelled', 'c2 cancelled'])
  })
})

describe('agent.answerCalls', () => {
  it('R12 goes on with the results, in the order of the calls, and runs no tool', async () => {
    const { agent, model, ran } = await returned()
    const { content, messages, status } = await agent.resume({ results: results })
    expect({ content, status }).toEqual({ content: 'done', status: 'completed' })
    expect(statuses(messages)).toEqual(['c1 ok', 'c2 ok'])
    expect(answersIn(messages).map(told)).toEqual([{ one: 1 }, 'two'])
    expect(agent.history.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
    ])
    expect(ran()).toBe(0)
    for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
  })

  it('R12 answers with an error, and with nothing', async () => {
    const { agent } = await returned()
    const { messages } = await agent.resume({
      results: [
        { callId: 'c1', error: new Error('no such order') },
        { callId: 'c2', result: undefined },
      ],
    })
    expect(statuses(messages)).toEqual(['c1 error', 'c2 ok'])
    expect(answersIn(messages)[0]?.content).toContain('no such order')
    expect(answersIn(messages)[1]?.content).toBe('null')
  })

  it('R12 can be used again for the next calls', async () => {
    const { agent } = agentUnderTest([asked, calls(call('a', {}, 'c3')), 'done'], {
      tools: [anyTool('a')],
      ...returning,
    })
    await agent.chat('go')
    const next = await agent.resume({ results: results })
    expect(next.calls).toMatchObject([{ id: 'c3' }])
    expect((await agent.resume({ results: [{ callId: 'c3', result: 3 }] })).content).toBe('done')
  })

  it.each<[string, unknown, string]>([
    ['a missing one', [results[0]], '"c1" (a)'],
    ['none', [], '"c1" (a), "c2" (b)'],
    ['a foreign one', [...results, { callId: 'c9', result: 1 }], '"c9"'],
    ['one twice', [...results, results[0]], 'two results'],
    ['one without an id', [...results, { result: 1 }], 'without a `callId`'],
    ['one without a result', [results[0], { callId: 'c1' }], 'neither'],
    ['one with both', [results[0], { callId: 'c1', result: 1, error: 'e' }], 'both'],
    ['null', [null], 'without a `callId`'],
    ['no list', { callId: 'c1', result: 1 }, 'Give an array'],
  ])('R12 refuses %s, and loses nothing', async (_what, wrong, message) => {
    const { agent, model } = await returned()
    const before = agent.history.messages
    const error = await failureOf(
      (async () => agent.resume({ results: wrong as readonly CallResult[] }))(),
    )
    expect(error.message).toContain(message)
    expect(agent.history.messages).toEqual(before)
    expect(model.requests).toHaveLength(1)
    expect((await agent.resume({ results: results })).content).toBe('done')
  })

  it('R12 answers each call once', async () => {
    const { agent } = await returned()
    await agent.resume({ results: results })
    expect((await failureOf(agent.resume({ results: results }))).message).toContain('No call waits')
    const asking = agent.history.messages[1]?.id ?? ''
    agent.history.moveTo(asking)
    expect((await failureOf(agent.resume({ results: results }))).message).toContain('No call waits')
  })

  it('R12 redacts, limits and audits a result like that of a handler', async () => {
    const audit = memoryAudit()
    const { agent, model } = await returned({
      use: [redaction({ fields: ['token'] }), audit],
      calls: { maxResultBytes: 300 },
    })
    await agent.resume({
      results: [
        { callId: 'c1', result: { token: 'planted-secret' } },
        { callId: 'c2', result: 'y'.repeat(5_000) },
      ],
    })
    expect(JSON.stringify(model.requests[1])).not.toContain('planted-secret')
    const [, long] = answersIn(agent.history.messages)
    expect(long?.content.length).toBeLessThanOrEqual(300)
    expect(audit.query().map(({ callId, status }) => [callId, status])).toEqual([
      ['c1', 'ok'],
      ['c2', 'ok'],
    ])
  })

  it('R12 taints what follows by a result of third parties', async () => {
    const { agent } = await returned({
      tools: [anyTool('a', undefined, { result: { untrusted: true } })],
    })
    const { messages } = await agent.resume({
      results: [
        { callId: 'c1', result: 'a page' },
        { callId: 'c2', result: 'a mail', untrusted: true },
      ],
    })
    expect(messages.map(({ taint }) => taint)).toEqual(['untrusted', 'untrusted', 'derived'])
  })

  it('R12 counts a result against the limit of tokens before it is sent', async () => {
    const { agent, model } = await returned()
    const large = [
      { callId: 'c1', result: 'y'.repeat(8_000) },
      { callId: 'c2', result: 1 },
    ]
    const error = await failureOf(agent.resume({ results: large, limits: { tokens: 1_000 } }))
    expect(error).toMatchObject({ budgetKey: 'tokens' })
    expect(model.requests).toHaveLength(1)
    expect((await agent.resume()).content).toBe('done')
  })
})

describe('calls that wait for their caller', () => {
  const others: [string, (agent: Agent) => PromiseLike<RunResult>][] = [
    ['says something else', (agent) => agent.chat('never mind')],
    ['tries again', (agent) => agent.resume()],
    ['edits', (agent) => agent.chat('other', { replaces: agent.history.messages[0]?.id ?? '' })],
    ['regenerates', (agent) => agent.resume({ from: lastOfUser(agent) })],
  ]

  it.each(others)('R14 every request is closed if the user %s', async (_what, act) => {
    const { agent, model } = await returned()
    await act(agent)
    await agent.chat('and then?')
    expect(model.requests).toHaveLength(3)
    for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
    expect((await failureOf(agent.resume({ results: results }))).message).toContain('No call waits')
  })

  it('R14 are told to have an unknown outcome if another turn begins', async () => {
    const { agent } = await returned()
    const { messages } = await agent.chat('never mind')
    expect(statuses(messages)).toEqual(['c1 interrupted', 'c2 interrupted'])
    expect(told(answersIn(messages)[0])).toMatchObject({ error: { name: 'CancellationError' } })
  })

  it('R12 wait in a branch that is left, and go on there', async () => {
    const { agent, model } = await returned()
    const [said, asked] = agent.history.messages
    const asking = asked?.id ?? ''
    await agent.resume({ from: said?.id })
    agent.history.select(asking)
    expect((await agent.resume({ results: results })).content).toBe('more')
    for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
  })

  it('R12 keep their answers if the user goes back to them', async () => {
    const { agent, model } = await returned()
    await agent.resume({ results: results })
    agent.history.moveTo(agent.history.messages[1]?.id ?? '')
    await agent.chat('and now?')
    expect(statuses(agent.history.messages)).toEqual(['c1 ok', 'c2 ok'])
    for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
  })

  it('R12 may be run by the page itself with `runTool`, whose pair comes after them', async () => {
    const { agent, model, result, ran } = await returned()
    const own: CallResult[] = []
    for (const { id, name, arguments: args } of result.calls ?? []) {
      own.push({ callId: id, result: await agent.runTool(name, args) })
    }
    expect(ran()).toBe(2)
    await agent.resume({ results: own })
    for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
    expect(statuses(agent.history.messages).slice(0, 2)).toEqual(['c1 ok', 'c2 ok'])
    expect(answersIn(agent.history.messages)).toHaveLength(4)
  })

  it('R12 are foreign in another session, and wait in their own', async () => {
    const storage = memoryStorage()
    const { agent } = await returned({ storage })
    const own = agent.sessions.getState().current
    await agent.sessions.create()
    expect((await failureOf(agent.resume({ results: results }))).message).toContain('No call waits')
    await agent.sessions.open(own)
    expect((await agent.resume({ results: results })).content).toBe('done')
  })

  it('R12 wait in a page that is loaded again', async () => {
    const storage = memoryStorage()
    await returned({ storage })
    const again = agentUnderTest(['done'], { storage })
    expect((await again.agent.resume({ results: results })).content).toBe('done')
    expect(promptFaults(again.model.requests[0]?.prompt ?? [])).toEqual([])
    expect(statuses(again.agent.history.messages)).toEqual(['c1 ok', 'c2 ok'])
  })

  it('R14 have an unknown outcome after another turn in a page that is loaded again', async () => {
    const storage = memoryStorage()
    await returned({ storage })
    const again = agentUnderTest(['done'], { storage })
    const { messages } = await again.agent.chat('never mind')
    expect(statuses(messages)).toEqual(['c1 interrupted', 'c2 interrupted'])
    expect(promptFaults(again.model.requests[0]?.prompt ?? [])).toEqual([])
  })
})

describe('agent.answerCalls with `history`', () => {
  it('R12 goes on apart from the session, as `execute`', async () => {
    const { agent, model } = agentUnderTest([asked, 'done'], returning)
    const first = await agent.execute('go')
    const run = await agent.resume({ results: results, from: first.messages })
    expect(run).toMatchObject({ status: 'completed', content: 'done' })
    expect(agent.history.messages).toEqual([])
    expect(promptFaults(model.requests[1]?.prompt ?? [])).toEqual([])
    expect(statuses(run.messages)).toEqual(['c1 ok', 'c2 ok'])
  })

  it('R12 resolves with the error for results that do not fit', async () => {
    const { agent } = agentUnderTest([asked], returning)
    const { messages } = await agent.execute('go')
    const { status, error } = await agent.resume({ results: [], from: messages })
    expect(status).toBe('failed')
    expect(error?.message).toContain('"c1" (a), "c2" (b)')
  })

  it('R14 closes the calls in a history that is given to `execute`', async () => {
    const { agent, model } = agentUnderTest([asked, 'done'])
    const { messages } = await agent.with(returning).execute('go')
    await agent.execute('never mind', { history: messages })
    expect(promptFaults(model.requests[1]?.prompt ?? [])).toEqual([])
  })
})
