import { call, calls, flush, text } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'

const story = () => [
  { ...text('Look', calls(call('x'))), responseId: 'r1' },
  { text: 'done', responseId: 'r2' },
]

const tools = [
  anyTool('x', (_args, ctx) => {
    ctx.artifact({ id: 'chart', type: 'chart', data: { secret: 1 } })
    ctx.artifact({ id: 'chart', type: 'chart', title: 'Later', data: { secret: 2 } })
    return 'ok'
  }),
]

describe('the result of a run', () => {
  it.each(['chat', 'execute'] as const)('R64 of %s has the shape the docs give', async (kind) => {
    const { agent, clock } = agentUnderTest(story(), {
      tools,
      name: 'helper',
      prices: { scripted: { input: 1, output: 2 } },
    })
    agent.use({
      name: 'slow',
      request: async (_at, next) => {
        await clock.advance(100)
        return next()
      },
    })
    const run = kind === 'chat' ? agent.chat('go') : agent.execute('go')
    const result = await run
    expect(result).toMatchObject({
      content: 'done',
      finishReason: 'stop',
      status: 'completed',
      usage: { promptTokens: 20, completionTokens: 10, totalTokens: 30 },
      costUsd: 0.00004,
      artifacts: [{ id: 'chart', type: 'chart', title: 'Later', data: { secret: 2 } }],
      model: 'scripted',
      durationMs: 200,
      createdAt: 1_000_000,
      responseId: 'r2',
      report: {
        runId: run.id,
        rootRunId: run.id,
        name: 'helper',
        status: 'completed',
        startedAt: 1_000_000,
        endedAt: 1_000_200,
        durationMs: 200,
        usage: { totalTokens: 30 },
        iterations: [
          { index: 0, finishReason: 'tool_calls', usage: { totalTokens: 15 }, toolCalls: 1 },
          { index: 1, finishReason: 'stop', usage: { totalTokens: 15 }, toolCalls: 0 },
        ],
        children: [],
      },
    })
    expect(result.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
    for (const absent of ['raw', 'followupSuggestions', 'error', 'data']) {
      expect(result).not.toHaveProperty(absent)
    }
  })

  it('R51 keeps artifacts from the model', async () => {
    const { agent, model } = agentUnderTest(story(), { tools })
    await agent.chat('go')
    expect(JSON.stringify(model.requests)).not.toContain('secret')
    expect(JSON.stringify(agent.history.messages)).not.toContain('secret')
  })

  it('R64 holds only what this run added', async () => {
    const { agent } = agentUnderTest([...story(), 'more'], { tools })
    await agent.chat('go')
    const { messages } = await agent.chat('again')
    expect(messages.map((m) => m.role !== 'tool' && m.content)).toEqual(['again', 'more'])
    const { messages: apart } = await agent.execute('x', { history: agent.history.messages })
    expect(apart).toHaveLength(1)
  })

  it('R22 holds the trace, in order', async () => {
    const { agent, clock } = agentUnderTest(
      [calls(call('slow', { n: 1 }), call('bad')), calls(call('slow', { n: 2 })), 'done'],
      {
        tools: [
          anyTool('slow', async ({ n }) => {
            await clock.advance(30)
            return n
          }),
          anyTool('bad', () => Promise.reject(new Error('no'))),
        ],
      },
    )
    const { trace } = await agent.chat('go')
    expect(trace).toEqual([
      {
        iteration: 0,
        callId: 'call_1',
        tool: 'slow',
        arguments: { n: 1 },
        result: 1,
        durationMs: 30,
      },
      {
        iteration: 0,
        callId: 'call_2',
        tool: 'bad',
        arguments: {},
        error: { name: 'AgentError', code: 'handler', message: 'no', tool: 'bad' },
        durationMs: 0,
      },
      {
        iteration: 1,
        callId: 'call_3',
        tool: 'slow',
        arguments: { n: 2 },
        result: 2,
        durationMs: 30,
      },
    ])
  })

  it('R22 the trace of a call that failed, ran out of time or was cancelled has how long it took', async () => {
    const { agent, clock } = agentUnderTest(
      [calls(call('bad')), calls(call('slow', {})), calls(call('deaf'))],
      {
        tools: [
          anyTool('bad', async () => {
            await clock.advance(30)
            throw new Error('no')
          }),
          anyTool('slow', () => new Promise(() => undefined), { run: { timeout: '1s' } }),
          anyTool('deaf', () => new Promise(() => undefined)),
        ],
      },
    )
    const run = agent.chat('go')
    agent.on('agent:tool_started', ({ tool }) => {
      if (tool !== 'bad') void flush().then(() => clock.advance(1_000))
      if (tool === 'deaf') clock.setTimeout(() => run.cancel(), 500)
    })
    const { trace } = await failureOf(run)
    expect(trace?.map(({ tool, durationMs }) => [tool, durationMs])).toEqual([
      ['bad', 30],
      ['slow', 1_000],
      ['deaf', 500],
    ])
  })

  it('R22 every failure has the trace and the rest of the evidence, out of sight of loggers', async () => {
    const { agent } = agentUnderTest([text('Look', calls(call('x'))), { refuse: 'no' }], { tools })
    const run = agent.chat('go')
    const error = await failureOf(run)
    expect(error).toMatchObject({
      runId: run.id,
      content: 'Look',
      usage: { totalTokens: 15 },
      events: run.events,
    })
    expect(error.trace).toHaveLength(1)
    expect(error.messages).toHaveLength(3)
    expect(Object.keys(error)).not.toContain('messages')
  })

  it('R52 an unnamed agent gets one name from its provider, model and tools, in any order', () => {
    const name = (modelId: string, ...names: string[]): string =>
      agentUnderTest([], { tools: names.map((tool) => anyTool(tool)) }, { modelId }).agent.name
    const ofProvider = (provider: string): string => agentUnderTest([], {}, { provider }).agent.name
    expect(ofProvider('p')).not.toBe(ofProvider('p2'))
    expect(ofProvider('p')).toBe(ofProvider('p'))
    expect(name('m', 'a', 'b')).toBe(name('m', 'b', 'a'))
    expect(name('m', 'a', 'b')).not.toBe(name('m', 'a'))
    expect(name('m', 'a')).not.toBe(name('n', 'a'))
    expect(name('m', 'a')).toMatchInlineSnapshot(`"agent-c62e113d"`)
    expect(agentUnderTest([], { name: 'mine' }).agent.name).toBe('mine')
  })
})

describe('identity', () => {
  it('R48 stands on every report, and is known to plug-ins', async () => {
    const metadata = { plan: 'pro' }
    const user = { id: 'u1', tenant: 't1' }
    const seen: unknown[] = []
    const { agent } = agentUnderTest([calls(call('x')), 'done', 'other'], {
      user,
      metadata,
      tools: [anyTool('x')],
    })
    agent.use({
      name: 'noting',
      call: ({ run: at }, next) => {
        const { id, sessionId } = at
        seen.push({ id, sessionId, user: at.user, metadata: at.metadata })
        return next()
      },
    })
    const run = agent.chat('go')
    const { report } = await run
    expect(report).toMatchObject({ userId: 'u1', tenantId: 't1', sessionId: expect.any(String) })
    expect(seen).toEqual([{ id: run.id, sessionId: report.sessionId, user, metadata }])
    const call2 = await agent.with({ user: { id: 'u2' } }).chat('again')
    expect(call2.report).toMatchObject({
      userId: 'u2',
      tenantId: 't1',
      sessionId: report.sessionId,
    })
  })

  it('R48 is in what a tool is given', async () => {
    let seen: unknown
    const { agent } = agentUnderTest([calls(call('x', {}, 'c1')), 'done'], {
      user: { id: 'u1', tenant: 't1' },
      metadata: { plan: 'pro' },
      dependencies: { api: 7 },
      tools: [
        anyTool('x', (_args, ctx) => {
          const { id, rootId, iteration, sessionId, user, agent: name } = ctx.run
          const { metadata, dependencies } = ctx.run
          seen = { id, rootId, callId: ctx.callId, iteration, sessionId, user, name }
          seen = { ...(seen as object), metadata, dependencies }
        }),
      ],
    })
    const run = agent.chat('go')
    const { report } = await run
    expect(seen).toEqual({
      id: run.id,
      rootId: run.id,
      callId: 'c1',
      iteration: 0,
      sessionId: report.sessionId,
      user: { id: 'u1', tenant: 't1' },
      name: agent.name,
      metadata: { plan: 'pro' },
      dependencies: { api: 7 },
    })
  })

  it('R48 state set in one turn is there in the next, of that session only', async () => {
    const seen: unknown[] = []
    const remember = anyTool('remember', ({ what }, ctx) => {
      seen.push({ ...ctx.run.state.get() })
      ctx.run.state.set({ [String(what)]: true })
    })
    const ask = (what: string) => calls(call('remember', { what }))
    const { agent } = agentUnderTest([ask('a'), '.', ask('b'), '.', ask('c'), '.'], {
      tools: [remember],
    })
    await agent.chat('1')
    await agent.chat('2')
    await agent.execute('3')
    expect(seen).toEqual([{}, { a: true }, {}])
  })
})
