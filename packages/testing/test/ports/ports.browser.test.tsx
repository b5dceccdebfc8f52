import { AgentError, ModelError, Tool } from 'ambit'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSupport, list, log, misnamed, summarize, tell } from './radar.ts'

beforeEach(() => void log.splice(0))
afterEach(() => void vi.unstubAllGlobals())

/** Creates the agent with scripts for its two models. */
function support(replies: readonly Reply[], cheaper: readonly Reply[] = []) {
  // Only a model of a proxy gets the key.
  const model = scriptedModel(replies, { provider: 'ambit-proxy' })
  const cheap = scriptedModel(cheaper, { otherwise: 'Thanks.' })
  return { agent: createSupport(model, cheap), model, cheap }
}

const greet = call('greet', { greeting: 'Hi' })

describe('the context of a run', () => {
  it('has metadata, services, and a state that outlives a turn', async () => {
    const { agent, model } = support([greet, 'k', greet, 'k'])
    const first = await agent.chat('Hello')
    const metadata = { source: 'web', language: 'French', role: 'admin' } as const
    const second = await agent.chat('Hello', { metadata })
    expect([first, second].map(({ trace }) => trace[0]?.result)).toEqual([
      'Hi! Visit #1 from unknown, https://x, today',
      'Hi! Visit #2 from web, https://x, today',
    ])
    const system = model.requests.map(({ prompt }) => JSON.stringify(prompt[0]))
    expect(system[0]).toContain('Respond in English. Role customer.')
    expect(system[2]).toContain('Respond in French. Role admin.')
  })

  it('has a user, a session, a key, services and a signal of the run', async () => {
    const { agent, model, cheap } = support([greet, 'k'], ['And then?\nWhy?'])
    const { report, trace, followupSuggestions } = await summarize(
      agent,
      new AbortController().signal,
    )
    expect(report).toMatchObject({
      sessionId: 'session-abc',
      userId: 'user-123',
      tenantId: 'tenant-acme',
    })
    expect(trace[0]?.result).toBe('Hi! Visit #1 from web, https://x, 2026-02-28')
    expect(model.requests[0]).toMatchObject({
      reasoning: 'high',
      headers: { 'ambit-api-key': 'sk' },
    })
    expect(followupSuggestions).toEqual(['And then?', 'Why?'])
    expect(cheap.requests).toHaveLength(1)
    const { status, error } = await summarize(agent, AbortSignal.abort())
    expect([status, AgentError.is(error, 'cancelled')]).toEqual(['cancelled', true])
  })

  it('has only the metadata that is declared', async () => {
    const { agent } = support(['k'])
    expect((await misnamed(agent)).status).toBe('completed')
  })
})

describe('guardrails and approval', () => {
  it('refuse a message of the user before any request, and one of the model', async () => {
    const { agent, model } = support(['It is 123-45-6789.'])
    const asked = await agent.execute('drop  table users')
    expect(asked.error?.message).toContain('SQL injection detected')
    expect(model.requests).toEqual([])
    const answered = await agent.execute('What is it?')
    expect(AgentError.is(answered.error, 'guardrail')).toBe(true)
    expect(answered.content).not.toContain('123-45')
  })

  it('ask about one tool by name', async () => {
    const confirm = vi
      .fn<(question: string) => boolean>()
      .mockReturnValueOnce(false)
      .mockReturnValueOnce(true)
    vi.stubGlobal('confirm', confirm)
    const remove = call('delete_record', { id: 'r1' })
    const { agent } = support([calls(greet, remove, remove), 'k'])
    const waits: number[] = []
    agent.on('agent:pending_added', ({ pending }) => {
      if (pending.kind === 'approval') waits.push(pending.expiresAt - pending.requestedAt)
    })
    const { messages } = await agent.execute('Delete it')
    expect(waits).toEqual([60_000, 60_000])
    expect(
      messages.flatMap((message) => (message.role === 'tool' ? [message.status] : [])),
    ).toEqual(['ok', 'denied', 'ok'])
    expect(confirm.mock.calls).toEqual(
      Array.from({ length: 2 }, () => ['Approve delete_record({"id":"r1"})?']),
    )
  })
})

describe('a sandbox', () => {
  it('runs a handler apart from the page, once for equal arguments', async () => {
    const calc = call('calc', { code: '1 + 1' })
    const { agent } = support([calls(calc, calc), 'k'])
    const run = agent.execute('Measure it')
    expect((await run).trace.map(({ result }) => result)).toEqual(
      Array.from({ length: 2 }, () => '5 characters of undefined'),
    )
    const ends = run.events.flatMap((event) =>
      event.type === 'agent:tool_succeeded' ? [event.cached ?? false] : [],
    )
    expect(ends).toEqual([false, true])
  })

  it('kills a handler that does not end', async () => {
    const { agent } = support([call('spin'), 'k'])
    const spin = new Tool({
      name: 'spin',
      description: 'Spin.',
      run: { sandbox: { timeout: '300ms' } },
      handler: () => {
        for (;;);
      },
    })
    const { messages } = await agent.execute('Spin', { tools: [spin] })
    expect(messages[2]).toMatchObject({ role: 'tool', status: 'timeout' })
  })
})

describe('a request', () => {
  it('is tried again', async () => {
    const refuse = new ModelError('Busy.', { kind: 'overloaded', isRetryable: true })
    const { agent } = support([{ refuse }, 'Here.'])
    const run = agent.execute('Hello')
    expect((await run).content).toBe('Here.')
    const pauses = run.events.flatMap((event) =>
      event.type === 'agent:request_retrying' ? [event.delayMs] : [],
    )
    expect(pauses).toEqual([expect.any(Number)])
    expect(pauses[0]).toBeGreaterThanOrEqual(500)
  })

  it('has a summary of what is too long, made by the other model', async () => {
    const { agent, model, cheap } = support(['k'], ['They spoke of tea.'])
    const history = Array.from({ length: 4 }, (_, at) => [
      { role: 'user' as const, content: `${at} ${'long '.repeat(30_000)}` },
      { role: 'assistant' as const, content: 'Yes.' },
    ]).flat()
    const run = agent.execute('And now?', { history })
    await run
    const sent = JSON.stringify(model.requests[0]?.prompt)
    expect(sent).toContain('They spoke of tea.')
    expect(sent).not.toContain('0 long')
    expect(sent.length).toBeLessThan(500_000)
    expect(cheap.requests).toHaveLength(2)
  })

  it('has a result that the other model has condensed', async () => {
    const { agent, model } = support([call('read'), 'k'], ['All is well.'])
    const read = new Tool({
      name: 'read',
      description: 'Read.',
      handler: () => 'well '.repeat(5000),
    })
    await agent.execute('Read', { tools: [read] })
    const sent = JSON.stringify(model.requests[1]?.prompt)
    expect(sent).toContain('All is well.')
    expect(sent.length).toBeLessThan(5000)
  })
})

describe('plug-ins and events', () => {
  it('are told of the run, its calls and its end', async () => {
    const { agent } = support([greet, 'k'])
    await agent.execute('Hello')
    expect(log).toEqual(['Hello', 'greet', 'done'])
  })

  it('stop a run whose tokens are spent', async () => {
    const { agent, model } = support([
      { ...calls(greet), usage: { prompt: 50_000, completion: 1 } },
      'never',
    ])
    const { status, trace } = await agent.execute('Hello')
    expect([status, trace.length, model.remaining]).toEqual(['stopped', 1, 1])
  })

  it('come as a stream', async () => {
    const { agent } = support([{ reasoning: 'Hm.', text: 'Once', calls: [greet] }, 'upon a time.'])
    const heard: unknown[] = []
    for await (const item of tell(agent)) heard.push(item)
    const argumentsOfCall = 'call: {"greeting":"Hi"}'
    // The suggestions of what to say next are on the bill, too.
    const tokens = 3 * 15
    expect(heard).toEqual([
      'reasoning: Hm.',
      'text: Once',
      argumentsOfCall,
      'greet',
      'text: upon a time.',
      tokens,
    ])
  })
})

describe('a typed output', () => {
  it('is asked for again if it does not fit', async () => {
    const { agent, model } = support(['Sorry.', '{"title":"T","tags":["x"]}'])
    const { data } = await list(agent)
    data satisfies { title: string; tags: string[] } | undefined
    expect(data).toEqual({ title: 'T', tags: ['x'] })
    expect(model.requests).toHaveLength(2)
  })
})
