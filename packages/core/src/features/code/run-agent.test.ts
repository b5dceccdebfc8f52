import { createBudget } from '../../limits.ts'
import { inEnvironment } from '../../environment.ts'
import { createFakeClock } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../test/agent-under-test.ts'
import { type AgentEvent, BudgetExceededError } from '../../index.ts'
import { runAgent } from '../code/index.ts'

const typesOf = (events: readonly AgentEvent[]): string[] =>
  events.map(({ type }) => type.replace('agent:', ''))

const never = (): Promise<never> => new Promise(() => undefined)

describe('runAgent', () => {
  it('R33 tells of one tool in four events, numbered, of one agent, at rising times', async () => {
    const clock = createFakeClock()
    const { result, events } = await runAgent(
      (agent) =>
        agent.tool('double', 21, (n) => {
          clock.setNow(0)
          return n * 2
        }),
      inEnvironment({ clock }, {}),
    )
    expect(result).toBe(42)
    expect(typesOf(events)).toEqual(['started', 'tool_started', 'tool_succeeded', 'completed'])
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(new Set(events.map(({ agentId }) => agentId)).size).toBe(1)
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort((a, b) => a - b))
  })

  it('R33 tells of three tools in eight events, in order', async () => {
    const { events } = await runAgent(async (agent) => {
      for (const name of ['a', 'b', 'c']) await agent.tool(name, {}, () => name)
    })
    expect(typesOf(events)).toHaveLength(8)
    expect(events.flatMap((event) => ('tool' in event ? [event.tool] : []))).toEqual([
      'a',
      'a',
      'b',
      'b',
      'c',
      'c',
    ])
  })

  it('R34 refuses the call past `limits.calls`, and never runs it', async () => {
    const budget = createBudget({ max: 1 })
    const ran: string[] = []
    for (const options of [{ limits: { calls: 1 } }, { limits: { calls: budget } }]) {
      const run = runAgent(async (agent) => {
        await agent.tool('a', {}, () => ran.push('a'))
        await agent.tool('b', {}, () => ran.push('b'))
      }, options)
      const error = await failureOf(run)
      expect(error).toBeInstanceOf(BudgetExceededError)
      expect(error).toMatchObject({ budgetKey: 'calls', limit: 1, spent: 1, attempted: 1 })
    }
    expect(ran).toEqual(['a', 'a'])
    expect(budget.getState().spent).toBe(1)
  })

  it('R35 sums charges exactly, and tells what each call was charged', async () => {
    const { events, report } = await runAgent(
      async (agent) => {
        await agent.tool('a', {}, () => 1, { cost: { tokens: 50, usd: 0.1 } })
        await agent.tool('b', {}, () => 1, {
          cost: { tokens: 25, usd: 0.2, custom: { other: 7 } },
        })
      },
      { limits: { tokens: 100, costUsd: 1 } },
    )
    expect(report.charged).toEqual({ tokens: 75, costUsd: 0.3, calls: 2, other: 7 })
    const charged = events.flatMap((event) => ('charged' in event ? [event.charged] : []))
    expect(charged).toEqual([
      { tokens: 50, costUsd: 0.1, calls: 1 },
      { tokens: 25, costUsd: 0.2, calls: 1, other: 7 },
    ])
  })

  it('R35 charges several keys at once or none, before the function runs', async () => {
    const searches = createBudget({ max: 10 })
    const pages = createBudget({ max: 1 })
    let ran = 0
    const error = await failureOf(
      runAgent(
        (agent) =>
          agent.tool('a', {}, () => ran++, { cost: { custom: { searches: 2, pages: 5 } } }),
        { limits: { custom: { searches, pages } } },
      ),
    )
    expect(error).toMatchObject({ budgetKey: 'pages', limit: 1, spent: 0, attempted: 5 })
    expect([searches.getState().spent, pages.getState().spent, ran]).toEqual([0, 0, 0])
  })

  it('R35 charges once a call, not once an attempt', async () => {
    let attempts = 0
    const { report } = await runAgent((agent) =>
      agent.tool(
        'a',
        {},
        () => {
          if (++attempts < 3) throw new Error('no')
        },
        { cost: { tokens: 5 }, retry: 3 },
      ),
    )
    expect(attempts).toBe(3)
    expect(report.charged).toEqual({ tokens: 5, calls: 1 })
  })

  it('R40 keeps the same frozen objects, live and afterwards', async () => {
    const live: AgentEvent[] = []
    const run = runAgent((agent) => agent.tool('a', {}, () => 1), {
      on: { '*': (event) => live.push(event) },
    })
    const { events } = await run
    expect(live).toEqual(events)
    for (const [at, event] of events.entries()) {
      expect(live[at]).toBe(event)
      expect(Object.isFrozen(event)).toBe(true)
    }
  })

  it('R22 R34 has its trace on whatever it rejects with', async () => {
    const clock = createFakeClock()
    const run = runAgent(
      async (agent) => {
        await agent.tool('look', { at: [1] }, async () => {
          await clock.advance(20)
          return new Map([['found', 1n]])
        })
        await agent.tool('bad', 1, () => Promise.reject(new Error('no'))).catch(() => undefined)
        await agent.tool('late', {}, () => 1)
      },
      inEnvironment({ clock }, { limits: { calls: 2 } }),
    )
    const { trace } = await failureOf(run)
    expect(trace).toEqual([
      {
        iteration: 0,
        callId: expect.any(String),
        tool: 'look',
        arguments: { at: [1] },
        result: { found: '1' },
        durationMs: 20,
      },
      expect.objectContaining({
        tool: 'bad',
        arguments: 1,
        error: expect.objectContaining({ message: 'no' }),
      }),
      expect.objectContaining({ error: expect.objectContaining({ budgetKey: 'calls' }) }),
    ])
  })

  it('R22 R40 what a function does to its input or an observer to an event changes no event', async () => {
    const { events } = await runAgent((agent) =>
      agent.tool('a', { list: [1] }, ({ list }) => list.push(2), { cost: { tokens: 5 } }),
    )
    const [, started, succeeded] = events
    expect(started).toMatchObject({ call: { arguments: { list: [1] } } })
    expect(started && 'call' in started && Object.isFrozen(started.call)).toBe(true)
    expect(succeeded && 'charged' in succeeded && Object.isFrozen(succeeded.charged)).toBe(true)
  })

  it('passes a function its very input, whatever that is', async () => {
    const input = new Map([['self', () => 1]])
    const { result } = await runAgent((agent) => agent.tool('a', input, (given) => given === input))
    expect(result).toBe(true)
  })

  it('R30 rejects a call whose options are wrong, as it does every other error', async () => {
    const { result } = await runAgent((agent) => {
      const refused = agent.tool('a', {}, () => 1, { retry: 0 })
      return refused.then(
        () => 'It ran.',
        (error: Error) => error.message,
      )
    })
    expect(result).toContain('`retry` of "a"')
  })

  it('checks its options when they are given', async () => {
    expect(() => runAgent(() => 1, { limits: { calls: -1 } })).toThrow('limits.calls')
    const run = runAgent((agent) => agent.tool('a', {}, () => 1, { timeout: 'soon' as never }))
    expect((await failureOf(run)).message).toContain('timeout` of "a"')
  })

  it('R30 R31 gives tools their timeout and runs what the body deferred', async () => {
    const clock = createFakeClock()
    const log: string[] = []
    const run = runAgent(
      async (agent, ctx) => {
        ctx.defer(() => log.push('body'))
        await agent.tool(
          'slow',
          {},
          (_input, tool) => {
            tool.defer(() => log.push('tool'))
            return never()
          },
          { timeout: '1s' },
        )
      },
      inEnvironment({ clock }, {}),
    )
    const failed = failureOf(run)
    await clock.advance(1_000)
    // The run waits a moment for a handler that may still heed its signal.
    await clock.advance(50)
    expect(await failed).toMatchObject({ name: 'TimeoutError', timeoutMs: 1_000 })
    expect(log).toEqual(['tool', 'body'])
    expect(clock.pending).toBe(0)
  })
})
