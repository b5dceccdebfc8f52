import { getEventListeners } from 'node:events'
import { type Reply, call, calls, flush } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../test/agent-under-test.ts'
import { outputGuardrail } from './features/answers/index.ts'
import type { AgentEvent, EventType } from './index.ts'

const story: Reply[] = [
  { text: 'I will', reasoning: 'hm', ...calls(call('x', { n: 1 }), call('bad')) },
  'done',
]

const tools = [
  anyTool('x', (_args, ctx) => {
    ctx.progress({ percent: 50, message: 'half' })
    ctx.run.emit('mine', { a: 1 })
    return 'ok'
  }),
  anyTool('bad', () => Promise.reject(new Error('no'))),
]

const types = (events: readonly AgentEvent[]): string[] =>
  events.map(({ type }) => type.replace('agent:', ''))

async function all(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const seen: AgentEvent[] = []
  for await (const event of events) seen.push(event)
  return seen
}

describe('the events of a run', () => {
  it.each([
    ['where it came among the texts', [], ['text', 'part source', 'text']],
    [
      'with the message alone, if text is held back',
      [outputGuardrail('all', () => true, { buffer: true })],
      ['text'],
    ],
  ])('tell of a source %s', async (_what, use, expected) => {
    const text = (id: string, delta: string) => [
      { type: 'text-start' as const, id },
      { type: 'text-delta' as const, id, delta },
    ]
    const source = { type: 'source', sourceType: 'url', id: '1', url: 'https://a.example' } as const
    const none = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 }
    const usage = { inputTokens: none, outputTokens: { total: 0, text: 0, reasoning: 0 } }
    const finishReason = { unified: 'stop', raw: 'stop' } as const
    const end = { type: 'finish', finishReason, usage } as const
    const reply: Reply = [...text('a', 'One.'), source, ...text('b', 'Two.'), end]
    const { agent } = agentUnderTest([reply], { use })
    const run = agent.chat('go')
    const told: string[] = []
    agent.on('agent:delta', (event) =>
      told.push(event.of === 'part' ? `part ${event.part.type}` : event.of),
    )
    const { messages } = await run
    expect(told).toEqual(expected)
    const [, answer] = messages
    expect(answer?.role === 'assistant' && answer.parts.map(({ type }) => type)).toContain('source')
  })

  it('tell the whole story in order, with the terminal one last', async () => {
    const { agent } = agentUnderTest(story, { tools })
    const run = agent.chat('go')
    await run
    expect(types(run.events)).toEqual([
      'started',
      'message',
      'request_started',
      'request_completed',
      'tool_started',
      'tool_progress',
      'custom',
      'tool_succeeded',
      'tool_started',
      'tool_failed',
      'request_started',
      'request_completed',
      'completed',
    ])
  })

  it('name the model of each iteration, and the call around a run', async () => {
    const { agent: inner } = agentUnderTest(['done'])
    const { agent } = agentUnderTest([calls(call('x')), 'done'], {
      tools: [
        anyTool('x', async (_args, ctx) => (await ctx.execute('go', { agent: inner })).content),
      ],
    })
    const started: AgentEvent[] = []
    inner.on('agent:started', (event) => void started.push(event))
    const run = agent.chat('go')
    await run
    const [first, , request] = run.events
    expect(first).not.toHaveProperty('parentRunId')
    expect(request).toMatchObject({ provider: 'test', modelId: 'scripted' })
    const asked = run.events.find(({ type }) => type === 'agent:tool_started')
    expect(started).toMatchObject([
      { parentRunId: run.id, parentCallId: (asked as { callId: string }).callId },
    ])
  })

  it('R33 have a `seq` without gap, one identity, and a time that never goes back', async () => {
    const { agent, clock } = agentUnderTest(story, {
      name: 'helper',
      tools: [...tools.slice(1), anyTool('x', () => clock.setNow(5))],
    })
    const run = agent.chat('go')
    await run
    expect(run.events.map(({ seq }) => seq)).toEqual(run.events.map((_, at) => at + 1))
    const times = run.events.map(({ at }) => at)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    for (const event of run.events) {
      expect(event).toMatchObject({ agentId: 'helper', runId: run.id, rootRunId: run.id })
      expect(Object.isFrozen(event)).toBe(true)
    }
    const ofCalls = run.events.filter((event) => 'callId' in event)
    expect(ofCalls).toHaveLength(4)
    for (const event of ofCalls)
      expect(event).toMatchObject({ iteration: 0, tool: /x|bad/ as never })
  })

  it('R41 reach the option’s handlers, then the agent’s, then the call’s, for every type', async () => {
    const order = new Map<string, string[]>()
    const note = (tier: string) => (event: AgentEvent) => {
      const key = `${event.type} ${event.seq} ${'index' in event && event.index}`
      order.set(key, [...(order.get(key) ?? []), tier])
    }
    const { agent } = agentUnderTest(story, { tools, on: { '*': note('option') } }, { cut: 99 })
    agent.on('*', note('agent'))
    await agent.chat('go', { on: { '*': note('call') } })
    expect(order.size).toBeGreaterThan(14)
    for (const tiers of order.values()) expect(tiers).toEqual(['option', 'agent', 'call'])
  })

  it('R41 reach handlers of their own type, typed, in each tier', async () => {
    const seen: string[] = []
    const { agent } = agentUnderTest(story, {
      tools,
      on: { 'agent:tool_failed': ({ tool, error }) => seen.push(`1 ${tool} ${error.message}`) },
    })
    agent.on('agent:tool_failed', ({ tool }) => seen.push(`2 ${tool}`))
    agent.on('agent:request_started', ({ iteration }) => seen.push(`once ${iteration}`), {
      once: true,
    })
    await agent.chat('go', { on: { 'agent:tool_failed': ({ tool }) => seen.push(`3 ${tool}`) } })
    expect(seen).toEqual(['once 0', '1 bad no', '2 bad', '3 bad'])
  })

  it('leave nothing on the signal of a handler that is called once', async () => {
    const { agent } = agentUnderTest(story, { tools })
    const { signal } = new AbortController()
    agent.on('agent:started', () => undefined, { once: true, signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await agent.chat('go')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('R41 stop reaching a handler that unsubscribes in mid run, and skip nobody', async () => {
    const seen: string[] = []
    const { agent } = agentUnderTest(story, { tools })
    const stop = agent.on('agent:tool_started', ({ tool }) => {
      seen.push(`a ${tool}`)
      stop()
    })
    agent.on('agent:tool_started', ({ tool }) => seen.push(`b ${tool}`))
    await agent.chat('go')
    expect(seen).toEqual(['a x', 'b x', 'b bad'])
  })

  it('R41 change nothing when a handler throws, which is reported once', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { agent } = agentUnderTest(story, { tools })
    agent.on('*', () => {
      throw new Error('broken handler')
    })
    let after = 0
    agent.on('*', () => after++)
    const run = agent.chat('go')
    expect((await run).content).toBe('done')
    expect(after).toBeGreaterThan(run.events.length)
    expect(error).toHaveBeenCalledTimes(1)
    error.mockRestore()
  })

  it('cannot be used to change history or trace', async () => {
    const { agent } = agentUnderTest([calls(call('x', { list: [1] })), 'done'], {
      tools: [anyTool('x', (args) => args)],
    })
    const meddle = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const inner of Object.values(value)) meddle(inner)
      if (Array.isArray(value)) Reflect.set(value, 'length', 0)
      else if (!(value instanceof Error)) Reflect.set(value, 'meddled', true)
    }
    agent.on('*', meddle)
    const { trace } = await agent.chat('go')
    expect(trace).toMatchObject([{ arguments: { list: [1] } }])
    expect(JSON.stringify(agent.history.messages)).not.toContain('meddled')
    expect(agent.history.messages[1]).toMatchObject({ calls: [{ arguments: { list: [1] } }] })
  })

  it('are all seen by whoever iterates, live and afterwards', async () => {
    const { agent } = agentUnderTest(story, { tools }, { cut: 2 })
    const run = agent.chat('go')
    const live = await all(run)
    const late = await all(run)
    const isDelta = (event: AgentEvent): boolean => event.type === 'agent:delta'
    expect(late.filter((event) => !isDelta(event))).toEqual(run.events)
    for (const [at, event] of live.filter((event) => !isDelta(event)).entries()) {
      expect(event).toBe(run.events[at])
    }
    const deltas = late.filter((event) => event.type === 'agent:delta')
    expect(deltas.map(({ of, text }) => `${of} ${text}`)).toEqual([
      'reasoning hm',
      'text I will',
      'call {"n":1}',
      'call {}',
      'text done',
    ])
    expect(live.length).toBeGreaterThan(late.length)
  })

  it('are seen once by whoever begins to iterate when a handler is told of one', async () => {
    const { agent } = agentUnderTest(story, { tools }, { cut: 2 })
    const seen: Promise<AgentEvent[]>[] = []
    agent.on('*', ({ runId }) => {
      const run = agent.run(runId)
      if (run) seen.push(all(run))
    })
    const run = agent.chat('go')
    await run
    expect(seen.length).toBeGreaterThan(10)
    for (const events of await Promise.all(seen)) {
      expect(events.filter(({ type }) => type !== 'agent:delta')).toEqual(run.events)
    }
  })

  it('carry on when whoever iterates stops', async () => {
    const { agent } = agentUnderTest(story, { tools })
    const run = agent.chat('go')
    for await (const event of run) if (event.type === 'agent:started') break
    expect((await run).content).toBe('done')
  })

  it('end for whoever iterates a run that fails, without throwing', async () => {
    const { agent } = agentUnderTest([{ refuse: { statusCode: 400 } }])
    const run = agent.chat('go')
    expect(types(await all(run)).at(-1)).toBe('failed')
    await failureOf(run)
  })

  it('have exactly one terminal event, however the run ends', async () => {
    const terminal: EventType[] = ['agent:completed', 'agent:failed', 'agent:cancelled']
    for (const end of ['completed', 'failed', 'cancelled']) {
      const { agent } = agentUnderTest([
        end === 'completed' ? 'hi' : end === 'failed' ? { refuse: 'no' } : { hang: true },
      ])
      const run = agent.chat('go')
      await flush()
      run.cancel()
      await run.catch(() => undefined)
      run.cancel()
      await flush()
      expect(run.events.filter(({ type }) => terminal.includes(type))).toHaveLength(1)
      expect(types(run.events).at(-1)).toBe(end)
      expect(run.status).toBe(end)
    }
  })
})
