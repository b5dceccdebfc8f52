import { readdirSync, readFileSync } from 'node:fs'
import { AgentError, type Message } from 'ambit'
import { renderTree, replay } from 'ambit/code'
import { call, calls } from '@ambit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { play } from '../programs/play.ts'
import * as harper from './harper.ts'
import * as warlock from './warlock.ts'
import { misnamed, openaiTokens, research, spent } from './workit.ts'

// The most lines of each program, blank ones included.
const limits: Record<string, number> = {
  'ag2b.browser.test.tsx': 66,
  'harper.ts': 36,
  'radar.ts': 61,
  'warlock.ts': 25,
  'workit.ts': 35,
}

const statuses = (messages: readonly Message[]) =>
  messages.flatMap((message) => (message.role === 'tool' ? [message.status] : []))

describe('a program of an earlier design', () => {
  const programs = readdirSync(import.meta.dirname).filter((file) =>
    /^(?!ports\.).*\.tsx?$/.test(file),
  )

  it('has a limit for its lines', () => {
    expect(programs.sort()).toEqual(Object.keys(limits))
  })

  it.each(programs)('%s is no longer than before, and needs no type argument', (file) => {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8')
    const lines = source.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(limits[file] ?? 0)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(132)
    // A type argument of a call of Ambit.
    expect(source).not.toMatch(
      /\b(?:(?:create|use|run|render)[A-Z]\w*|new Tool|execute|chat|tool)</,
    )
  })
})

describe('Harper', () => {
  const { agent, audit, db, ledger, model, run, turns } = harper
  const search = call('search_product', { text: 'Tea' })
  const tokens = { prompt: 10, completion: 5 }

  it('runs resources as tools, and tells of each turn, call and cost', async () => {
    const result = await run('Order tea')
    expect(result).toMatchObject({
      status: 'completed',
      content: 'Ordered, but the stock was not changed.',
    })
    expect(result.trace.map(({ tool, result, error }) => [tool, result ?? error])).toEqual([
      ['search_product', [{ id: 'p1', name: 'Tea', stock: 3 }]],
      ['create_order', { id: 'o1', product: 'p1' }],
      ['update_product', expect.objectContaining({ message: 'no such product' })],
    ])
    expect(db.orders).toEqual([{ id: 'o1', product: 'p1' }])
    expect(turns).toEqual([
      'user',
      'search_product',
      'tool',
      'create_order,update_product',
      'tool',
      'tool',
      'assistant',
    ])
    expect(result.costUsd).toBeCloseTo(0.000105, 9)
    // Only the tools of the call, although the page has one more.
    const names = model.requests[0]?.tools?.map(({ name }) => name)
    expect(names).toEqual(['search_product', 'update_product', 'create_order'])
    expect(
      audit
        .query({ runId: result.runId, tenantId: 'acme' })
        .map(({ tool, status }) => [tool, status]),
    ).toEqual([
      ['search_product', 'ok'],
      ['create_order', 'ok'],
      ['update_product', 'error'],
    ])
    expect(audit.query({ tenantId: 'other' })).toEqual([])
    expect(
      ledger.rows.map(({ toolCalls, costUsd, tenantId }) => [toolCalls, costUsd, tenantId]),
    ).toEqual([
      [1, 0.000035, 'acme'],
      [2, 0.000035, 'acme'],
      [0, 0.000035, 'acme'],
    ])
  })

  it.each([
    ['iterations', 2],
    ['identicalCalls', 2],
    ['calls', 3],
  ])('ends a run at its limit of %s, with the conversation so far', async (budgetKey, limit) => {
    const { status, error, trace, messages, report } = await run('Loop', { [budgetKey]: limit })
    expect(status).toBe('failed')
    expect(AgentError.is(error, 'limit') && error.details).toMatchObject({ budgetKey, limit })
    expect(statuses(messages).filter((status) => status === 'ok')).toHaveLength(limit)
    expect(error).toMatchObject({ trace, messages, usage: report.usage })
  })

  it.each([
    ['tokens', 250],
    ['costUsd', 0.0004],
  ])('spends no more than its limit of %s', async (budgetKey, limit) => {
    const { error, trace, usage, costUsd = 1 } = await run('Loop', { [budgetKey]: limit })
    expect(AgentError.is(error, 'limit') && error.details).toMatchObject({ budgetKey, limit })
    expect(budgetKey === 'tokens' ? usage.totalTokens : costUsd).toBeLessThanOrEqual(limit)
    expect(trace.length).toBeGreaterThan(0)
    expect(trace.length).toBeLessThan(10)
  })

  it('has the agent’s own limits where a call has none', async () => {
    const { report, error } = await run('Loop')
    expect(report.iterations).toHaveLength(10)
    expect(AgentError.is(error, 'limit')).toBe(true)
  })

  it('cuts a long result for the model, and keeps all of it for the page', async () => {
    const product = { id: 'p2', name: `Tea ${'x'.repeat(70_000)}`, stock: 1 }
    db.products.push(product)
    play(agent, [search, 'k'])
    const work = run('Search')
    const [entry] = (await work).trace
    db.products.pop()
    expect(entry).toMatchObject({ truncated: true })
    expect(entry?.totalBytes).toBeGreaterThan(70_000)
    expect(JSON.stringify(entry?.result).length).toBeLessThan(67_000)
    const results = work.events.flatMap((event) =>
      event.type === 'agent:tool_succeeded' ? [event.result] : [],
    )
    expect(results).toEqual([[expect.anything(), product]])
  })

  it('runs no call whose arguments do not fit, or whose tool the call does not have', async () => {
    const wrong = calls(
      call('update_product', { id: 'p1', stock: 'two' }),
      call('get_product', { id: 'p1' }),
    )
    play(agent, [wrong, { text: 'k', usage: tokens }])
    expect(statuses((await run('Change it')).messages)).toEqual(['invalid', 'unknown'])
    expect(db.products).toEqual([{ id: 'p1', name: 'Tea', stock: 3 }])
  })
})

describe('Warlock', () => {
  it('repairs an output, and keeps artifacts from the model', async () => {
    const { log, model, off, write } = warlock
    const { data, artifacts, report } = await write('Write')
    data satisfies { title: string; tags: string[] } | undefined
    expect(data).toEqual({ title: 'T', tags: ['x'] })
    expect(artifacts).toEqual([
      { id: 'a', type: 'citation', title: 'a', data: { url: 'https://x/a' } },
    ])
    expect(JSON.stringify(model.requests)).not.toContain('https://x/a')
    expect(
      report.iterations.map(({ index, finishReason, usage }) => [
        index,
        finishReason,
        usage.totalTokens,
      ]),
    ).toEqual([
      [0, 'tool_calls', 15],
      [1, 'stop', 15],
      [2, 'stop', 15],
    ])
    expect(report.sessionId).toBe('user_42_2026-05-12')
    expect(log.splice(0)).toEqual(['factory', 'instance', 'call'])
    off()
  })

  it('ends after silent calls, and streams', async () => {
    const run = warlock.agent.execute('Note it')
    const heard: string[] = []
    for await (const text of warlock.stream(run)) heard.push(text)
    const { status, report, artifacts } = await run.result
    expect([heard.join(''), status, report.iterations.length]).toEqual(['Noted.', 'completed', 1])
    expect(artifacts.map(({ type }) => type)).toEqual(['telemetry'])
    expect(warlock.log.splice(0)).toEqual(['factory'])
  })

  it('fails once the repairs are used up, without rejecting', async () => {
    play(warlock.agent, ['no', 'no', 'no'])
    const { status, error, data, report } = await warlock.write('Write')
    expect([status, AgentError.is(error, 'output'), data]).toEqual(['failed', true, undefined])
    expect(report.iterations).toHaveLength(2)
  })

  it('ends a model that never stops, and keeps its latest text', async () => {
    const looking = { text: 'Looking.', calls: [call('cite', { q: 'b' })] }
    play(
      warlock.agent,
      Array.from({ length: 10 }, () => looking),
    )
    const { status, content, error, report } = await warlock.agent.execute('Look')
    expect([status, content, report.iterations.length]).toEqual(['failed', 'Looking.', 10])
    expect(AgentError.is(error, 'limit') && error.details.budgetKey).toBe('iterations')
  })

  it('is cancelled with a reason', async () => {
    play(warlock.agent, [{ text: 'slow', hang: true }])
    const abort = new AbortController()
    const on = { 'agent:delta': () => abort.abort('too slow') }
    const run = warlock.agent.execute('x', { signal: abort.signal, on })
    const { error, report, content } = await run
    expect([report.status, error?.name, content]).toEqual([
      'cancelled',
      'CancellationError',
      'slow',
    ])
    expect(AgentError.is(error, 'cancelled') && error.details.reason).toMatchObject({
      cause: 'too slow',
    })
  })
})

describe('WorkIt', () => {
  const hits = ['a', 'b', 'c', 'd'].map((url) => ({ url }))
  const fetched = vi.fn<(url: string, at: { signal: AbortSignal }) => Promise<Response>>()
  const chat = vi.fn<(x: object, at: { signal: AbortSignal }) => Promise<string>>()

  beforeEach(() => {
    vi.stubGlobal('fetch', fetched)
    vi.stubGlobal('openai', { chat })
    fetched.mockImplementation(async (url) =>
      url.includes('search') ? Response.json(hits) : new Response(`page ${url}`),
    )
    chat.mockResolvedValue('In short.')
    openaiTokens.reset()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetAllMocks()
  })

  it('searches, fetches three pages and summarises them, and each charge can be read', async () => {
    const { result, events, report } = await research('tea')
    expect(result).toBe('In short.')
    expect(chat).toHaveBeenCalledExactlyOnceWith(
      { messages: [{ role: 'user', content: 'tl;dr: page a\n\npage b\n\npage c' }] },
      { signal: expect.any(AbortSignal) },
    )
    const named = events.map((event) =>
      `${event.type.slice(6)} ${'tool' in event ? event.tool : ''}`.trim(),
    )
    expect(named).toEqual([
      'started',
      'tool_started search',
      'tool_succeeded search',
      ...[0, 1, 2].map((i) => `tool_started fetchPage[${i}]`),
      ...[0, 1, 2].map((i) => `tool_succeeded fetchPage[${i}]`),
      'tool_started summarize',
      'tool_succeeded summarize',
      'completed',
    ])
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
    expect(spent(events)).toBe(0.02)
    expect(report.charged).toEqual({ calls: 5, costUsd: 0.02, openai: 4000 })
    expect(renderTree(report)).toContain('agent (completed')
  })

  it('can be replayed from its events as JSON', async () => {
    const { events } = await research('tea')
    const { status, trace } = replay(JSON.parse(JSON.stringify(events)))
    expect(status).toBe('completed')
    expect(trace.map(({ tool }) => tool)).toEqual([
      'search',
      'fetchPage[0]',
      'fetchPage[1]',
      'fetchPage[2]',
      'summarize',
    ])
    expect(trace.at(-1)?.result).toBe('In short.')
  })

  it.each([
    ['calls', { calls: 2 }, 2],
    ['costUsd', { costUsd: 0.01 }, 4],
  ])(
    'ends at its limit of %s before the call that would exceed it',
    async (budgetKey, limits, most) => {
      const run = research('tea', { limits })
      await expect(run).rejects.toMatchObject({ code: 'limit', budgetKey })
      expect(fetched.mock.calls.length).toBeLessThanOrEqual(most)
      expect(chat).not.toHaveBeenCalled()
      // Nothing is charged of a call that was refused for one of its amounts.
      expect(openaiTokens.getState().spent).toBe(0)
      expect(run.events.at(-1)?.type).toBe('agent:failed')
    },
  )

  it('shares a budget with other runs', async () => {
    await Promise.all([research('tea'), research('milk')])
    expect(openaiTokens.getState().spent).toBe(8000)
    await expect(research('cake')).rejects.toMatchObject({
      budgetKey: 'openai',
      limit: 10_000,
      spent: 8000,
    })
    expect(chat).toHaveBeenCalledTimes(2)
  })

  it('tries a search again', async () => {
    fetched.mockRejectedValueOnce(new TypeError('offline'))
    const { result, events } = await research('tea')
    expect(result).toBe('In short.')
    expect(events.filter(({ type }) => type === 'agent:tool_retrying')).toHaveLength(1)
  })

  it('is cancelled with all that is in flight, and for the reason that was given', async () => {
    const signals: AbortSignal[] = []
    const run = research('tea')
    fetched.mockImplementation(async (url, { signal }) => {
      if (url.includes('search')) return Response.json(hits)
      if (signals.push(signal) === 3) run.cancel({ kind: 'user', tag: 'stop' })
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
    })
    await expect(run).rejects.toMatchObject({
      code: 'cancelled',
      reason: { kind: 'user', tag: 'stop' },
    })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
    const ends = run.events.filter(({ type }) => type === 'agent:tool_cancelled')
    expect([ends.length, run.events.at(-1)?.type]).toEqual([3, 'agent:cancelled'])
    expect(chat).not.toHaveBeenCalled()
  })

  it('refuses an amount outside of its group', async () => {
    await expect(misnamed()).rejects.toMatchObject({ code: 'misuse' })
  })
})
