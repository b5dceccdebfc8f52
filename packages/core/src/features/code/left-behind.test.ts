import { createBudget } from '../../limits.ts'
import { inEnvironment } from '../../environment.ts'
import { createFakeClock, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, failureOf } from '../../../test/agent-under-test.ts'
import { type AgentEvent, CancellationError, type Run, type ToolContext } from '../../index.ts'
import { endOf, never } from '../../../test/code-runs.ts'
import { type RunScope, type RunAgentOptions, runAgent } from '../code/index.ts'

const typesOf = (events: readonly AgentEvent[]): string[] =>
  events.map(({ type }) => type.replace('agent:', ''))

describe('the body of runAgent that ignores its signal', () => {
  const ways: [string, RunAgentOptions, (run: Run<unknown>, agent: RunScope) => unknown, object][] =
    [
      ['a cancel', {}, (run) => run.cancel({ kind: 'user' }), { reason: { kind: 'user' } }],
      [
        'its disposal',
        {},
        (run) => void run[Symbol.asyncDispose](),
        { reason: { kind: 'scope_ended' } },
      ],
      ['`limits.time`', { limits: { time: 10 } }, () => undefined, { budgetKey: 'time' }],
      [
        'a spent budget',
        { limits: { tokens: 1 } },
        (_run, agent) =>
          agent.tool('a', {}, () => 1, { cost: { tokens: 2 } }).catch(() => undefined),
        { budgetKey: 'tokens', limit: 1, spent: 0 },
      ],
    ]

  it.each(ways)('R75 is left behind after %s', async (_way, options, end, expected) => {
    const clock = createFakeClock()
    const released: string[] = []
    const late = Promise.withResolvers<string>()
    let scope: RunScope | undefined
    const run = runAgent(
      (agent, ctx) => {
        scope = agent
        ctx.defer(() => released.push('body'))
        return late.promise
      },
      inEnvironment({ clock }, { ...options }),
    )
    await flush()
    void end(run, scope as RunScope)
    expect(await endOf(run, clock)).toMatchObject(expected)
    expect(released).toEqual(['body'])
    expect(clock.pending).toBe(0)
    const count = run.events.length
    late.resolve('a late result')
    await flush()
    expect(run.events).toHaveLength(count)
    expect(run.report?.status).toBe(run.status)
  })

  it('R75 is left behind after the signal of a deadline', async () => {
    const clock = createFakeClock()
    const controller = new AbortController()
    const run = runAgent(never, inEnvironment({ clock }, { signal: controller.signal }))
    controller.abort(new DOMException('late', 'TimeoutError'))
    expect(await endOf(run, clock)).toMatchObject({ reason: { kind: 'deadline' } })
  })

  it('R75 may still end in the grace, and its error changes nothing', async () => {
    const clock = createFakeClock()
    const order: string[] = []
    const run = runAgent(
      (_agent, ctx) =>
        new Promise((_resolve, reject) =>
          ctx.signal.addEventListener('abort', () => {
            void flush().then(() => {
              order.push('saved')
              reject(new Error('stopped'))
            })
          }),
        ),
      inEnvironment({ clock }, {}),
    )
    run.finally(() => order.push('settled')).catch(() => undefined)
    await flush()
    run.cancel({ kind: 'user' })
    expect(await failureOf(run)).toBeInstanceOf(CancellationError)
    expect(order).toEqual(['saved', 'settled'])
    expect(clock.pending).toBe(0)
  })

  it('R75 has what it gets late released at once', async () => {
    const clock = createFakeClock()
    const opened = Promise.withResolvers<void>()
    const released: string[] = []
    const run = runAgent(
      async (agent, ctx) => {
        void agent.tool('deaf', {}, async (_input, tool) => {
          await opened.promise
          tool.defer(() => released.push('tool'))
        })
        await opened.promise
        ctx.defer(() => released.push('body'))
      },
      inEnvironment({ clock }, {}),
    )
    await flush()
    run.cancel()
    await endOf(run, clock)
    opened.resolve()
    await flush()
    expect(released.toSorted()).toEqual(['body', 'tool'])
  })

  it('R75 gets nothing run, charged or told of after the end', async () => {
    const clock = createFakeClock()
    const budget = createBudget({ max: 100 })
    const gate = Promise.withResolvers<void>()
    const late: unknown[] = []
    let ran = 0
    const run = runAgent(
      async (agent, ctx) => {
        await gate.promise
        await agent
          .tool('late', {}, () => ran++, { cost: { tokens: 5 } })
          .catch((error) => late.push(error))
        await runAgent(
          (nested) => nested.tool('nested', {}, () => ran++, { cost: { tokens: 5 } }),
          inEnvironment({ clock }, { parent: ctx }),
        ).catch((error: unknown) => late.push(error))
      },
      inEnvironment({ clock }, { limits: { tokens: budget } }),
    )
    await flush()
    run.cancel({ kind: 'user' })
    await endOf(run, clock)
    const count = run.events.length
    gate.resolve()
    await flush()
    expect(late).toMatchObject([{ reason: { kind: 'user' } }, { reason: { kind: 'user' } }])
    expect([ran, budget.getState().spent, run.events.length]).toEqual([0, 0, count])
  })
})

describe('work that the body of runAgent did not wait for', () => {
  it.each<[string, (a: RunScope, deaf: () => Promise<unknown>) => unknown]>([
    [
      'loses a race',
      (a, deaf) => Promise.race([a.tool('fast', 1, () => 'won'), a.tool('slow', 1, deaf)]),
    ],
    [
      'loses `any`',
      (a, deaf) => Promise.any([a.tool('fast', 1, () => 'won'), a.tool('slow', 1, deaf)]),
    ],
    [
      'is not awaited',
      (a, deaf) => {
        void a.tool('slow', 1, deaf)
        return a.tool('fast', 1, () => 'won')
      },
    ],
  ])('R75 is cancelled and told of when it %s', async (_what, body) => {
    const clock = createFakeClock()
    let signal: AbortSignal | undefined
    const run = runAgent(
      (agent) =>
        body(agent, (_input?: unknown, ctx?: ToolContext) => {
          signal = ctx?.signal
          return never()
        }),
      inEnvironment({ clock }, {}),
    )
    await flush()
    await clock.advance(50)
    const { result, events, report } = await run
    expect(result).toBe('won')
    expect(report.status).toBe('completed')
    expect(signal?.reason).toMatchObject({ kind: 'scope_ended' })
    expect(typesOf(events).toSorted()).toEqual([
      'completed',
      'started',
      'tool_cancelled',
      'tool_started',
      'tool_started',
      'tool_succeeded',
    ])
    expect(events.at(-1)?.type).toBe('agent:completed')
    expect(events.find(({ type }) => type === 'agent:tool_cancelled')).toMatchObject({
      tool: 'slow',
      reason: { kind: 'scope_ended' },
      charged: { calls: 1 },
    })
  })

  it('R75 may be a run, which ends before the run around it', async () => {
    const clock = createFakeClock()
    const ended: string[] = []
    const inner: Run<unknown>[] = []
    const { agent: other } = agentUnderTest([{ hang: true }])
    const begin = (ctx: ToolContext, name: string): void => {
      const on = { '*': (event: AgentEvent) => ended.push(`${name} ${event.type}`) }
      inner.push(
        runAgent(
          (nested) => nested.tool('deaf', {}, never),
          inEnvironment({ clock }, { parent: ctx, on }),
        ),
      )
    }
    const run = runAgent(
      async (agent, ctx) => {
        begin(ctx, 'of the body')
        await agent.tool('nest', {}, (_input, tool) => begin(tool, 'of a tool'))
        inner.push(ctx.execute('go', { agent: other }))
        await flush()
        return 'done'
      },
      inEnvironment({ clock }, { on: { 'agent:completed': () => ended.push('outer') } }),
    )
    for (let at = 0; at < 10 && run.status === 'running'; at++) await clock.advance(25)
    expect((await run).result).toBe('done')
    expect(ended.at(-1)).toBe('outer')
    expect(ended).toContain('of the body agent:cancelled')
    expect(ended).toContain('of a tool agent:cancelled')
    for (const { status, events } of inner) {
      expect(status).toBe('cancelled')
      expect(events.at(-1)).toMatchObject({ reason: { kind: 'scope_ended' } })
    }
  })

  it('R75 cannot be begun later', async () => {
    let scope: RunScope | undefined
    let ctx: ToolContext | undefined
    const budget = createBudget({ max: 10 })
    let ran = 0
    const run = runAgent(
      (agent, context) => {
        scope = agent
        ctx = context
      },
      { limits: { tokens: budget } },
    )
    await run
    const late = scope?.tool('late', {}, () => ran++, { cost: { tokens: 5 } })
    await expect(late).rejects.toThrow('"late" was called after its run had ended')
    const nested = runAgent((agent) => agent.tool('x', {}, () => ran++, { cost: { tokens: 5 } }), {
      parent: ctx,
    })
    expect(await failureOf(nested)).toMatchObject({ reason: { kind: 'scope_ended' } })
    expect([ran, budget.getState().spent]).toEqual([0, 0])
    expect(typesOf(run.events)).toEqual(['started', 'completed'])
  })
})
