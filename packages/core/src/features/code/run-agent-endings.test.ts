import { inEnvironment } from '../../environment.ts'
import { createFakeClock, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, failureOf } from '../../../test/agent-under-test.ts'
import {
  AgentError,
  type AgentEvent,
  BudgetExceededError,
  CancellationError,
  type Run,
  type ToolContext,
} from '../../index.ts'
import { renderTree, runAgent } from '../code/index.ts'

const typesOf = (events: readonly AgentEvent[]): string[] =>
  events.map(({ type }) => type.replace('agent:', ''))

const never = (): Promise<never> => new Promise(() => undefined)

describe('runAgent, cancelled, failing or nested', () => {
  it('R36 is cancelled from within a tool, with its reason', async () => {
    const reason = { kind: 'manual', tag: 'user-stop' } as const
    let seen: unknown
    const error = await failureOf(
      runAgent((agent) =>
        agent.tool('a', {}, (_input, ctx) => {
          ctx.run.cancel(reason)
          seen = ctx.signal.reason
          return never()
        }),
      ),
    )
    expect(error).toMatchObject({ reason })
    expect(seen).toBe(reason)
  })

  it('R37 does not complete when the body swallows a budget or a cancel', async () => {
    let next: unknown
    let ran = 0
    const run = runAgent(
      async (agent) => {
        await agent.tool('a', {}, () => ran++)
        await agent.tool('b', {}, () => ran++).catch(() => undefined)
        next = await agent.tool('c', {}, () => ran++).catch((error: unknown) => error)
        return 'completed after all'
      },
      { limits: { calls: 1 } },
    )
    expect(await failureOf(run)).toBeInstanceOf(BudgetExceededError)
    expect(next).toBeInstanceOf(BudgetExceededError)
    expect(ran).toBe(1)
    const cancelled = runAgent(async (agent, ctx) => {
      ctx.run.cancel({ kind: 'user' })
      await agent.tool('a', {}, () => ran++).catch(() => undefined)
      return 'completed after all'
    })
    expect(await failureOf(cancelled)).toBeInstanceOf(CancellationError)
    expect(ran).toBe(1)
  })

  it('R37 an error of a tool’s own code may be swallowed', async () => {
    const cause = new Error('no')
    const { result } = await runAgent(async (agent) => {
      const caught = await agent
        .tool('a', {}, () => Promise.reject(cause))
        .catch((error: unknown) => error)
      return caught === cause
    })
    expect(result).toBe(true)
  })

  it('R38 a body that fails aborts what still runs, and ends after it', async () => {
    const order: string[] = []
    const cooperative = (_input: unknown, ctx: { signal: AbortSignal }): Promise<never> =>
      new Promise((_resolve, reject) =>
        ctx.signal.addEventListener('abort', () => {
          void flush().then(() => {
            order.push('cleaned up')
            reject(new Error('stopped'))
          })
        }),
      )
    const run = runAgent((agent) =>
      Promise.all([
        agent.tool('bad', {}, () => flush().then(() => Promise.reject(new AgentError('no')))),
        agent.tool('slow', {}, cooperative),
      ]),
    )
    const error = await failureOf(run.finally(() => order.push('settled')))
    expect(error.message).toBe('no')
    expect(order).toEqual(['cleaned up', 'settled'])
    const count = run.events.length
    await flush()
    expect(run.events).toHaveLength(count)
    expect(typesOf(run.events).at(-1)).toBe('failed')
  })

  it('R38 does not wait for long for what ignores its signal', async () => {
    const clock = createFakeClock()
    const run = runAgent(
      (agent) =>
        Promise.all([
          agent.tool('bad', {}, () => Promise.reject(new AgentError('no'))),
          agent.tool('deaf', {}, never),
        ]),
      inEnvironment({ clock }, {}),
    )
    const failed = failureOf(run)
    await clock.advance(50)
    expect((await failed).message).toBe('no')
    expect(clock.pending).toBe(0)
  })

  it('R39 nested shares budgets and cancellation, and keeps its own events', async () => {
    const outer = runAgent(
      async (agent) => {
        await agent.tool('outer', {}, () => 1)
        return agent.tool('nest', {}, async (_input, ctx) => {
          const inner = runAgent((nested) => nested.tool('inner', {}, () => 2), {
            name: 'inner',
            parent: ctx,
          })
          const { events, report } = await inner
          return { events, report, rootRunId: ctx.run.rootId }
        })
      },
      { name: 'outer', limits: { calls: 3 } },
    )
    const { result, events, report } = await outer
    expect(result.rootRunId).toBe(outer.id)
    expect(typesOf(result.events)).toEqual([
      'started',
      'tool_started',
      'tool_succeeded',
      'completed',
    ])
    expect(result.report).toMatchObject({ rootRunId: outer.id, parentRunId: outer.id })
    for (const event of result.events) expect(event.rootRunId).toBe(outer.id)
    expect(events.some((event) => 'tool' in event && event.tool === 'inner')).toBe(false)
    expect(report.children).toMatchObject([{ name: 'inner', charged: { calls: 1 } }])
    expect(outer.report).toEqual(report)
    for (const shown of [outer, { report }, report]) {
      expect(renderTree(shown).split('\n')).toEqual([
        expect.stringMatching(/^outer \(completed, .*calls 2\)$/),
        expect.stringMatching(/^└─ inner \(completed, .*calls 1\)$/),
      ])
    }
  })

  it('R39 renderTree shows a run that goes on, and one that failed', async () => {
    const run = runAgent((agent) => agent.tool('a', {}, never), { name: 'slow' })
    const { report: before } = run
    await flush()
    expect(renderTree(run)).toMatch(/^slow \(running, .*calls 1\)$/)
    expect(before?.charged).toEqual({})
    run.cancel()
    await failureOf(run)
    expect(renderTree(run)).toMatch(/^slow \(cancelled, /)
  })

  it('R39 a nested run spends what is the outer one’s', async () => {
    const error = await failureOf(
      runAgent(
        (agent) =>
          agent.tool(
            'nest',
            {},
            (_input, ctx) =>
              runAgent((nested) => nested.tool('inner', {}, () => 2), { parent: ctx }).result,
          ),
        { limits: { calls: 1 } },
      ),
    )
    expect(error).toMatchObject({ budgetKey: 'calls', limit: 1, spent: 1 })
  })

  it('R30 R39 a call that runs out of time ends what it has begun', async () => {
    const clock = createFakeClock()
    const { agent: other } = agentUnderTest([{ hang: true }])
    const begun: { inner: Run<unknown>; reason: unknown }[] = []
    const outer = runAgent(
      async (agent) => {
        for (const begin of [
          (ctx: ToolContext) =>
            runAgent(
              (nested) => nested.tool('slow', {}, never),
              inEnvironment({ clock }, { parent: ctx }),
            ),
          (ctx: ToolContext) => ctx.execute('go', { agent: other }),
        ]) {
          const call = agent.tool(
            'nest',
            {},
            async (_input, ctx) => {
              const inner = begin(ctx)
              ctx.signal.addEventListener('abort', () => {
                begun.push({ inner, reason: ctx.signal.reason })
              })
              await inner.result
            },
            { timeout: '1s' },
          )
          await call.catch(() => undefined)
        }
        return 'done'
      },
      inEnvironment({ clock }, {}),
    )
    while (outer.status === 'running') await clock.advance(1_000)
    expect((await outer).result).toBe('done')
    expect(begun).toHaveLength(2)
    for (const { inner, reason } of begun) {
      expect(inner.status).toBe('cancelled')
      expect(inner.events.at(-1)).toMatchObject({ type: 'agent:cancelled', reason })
      expect(reason).toMatchObject({ kind: 'timeout' })
    }
    expect(clock.pending).toBe(0)
  })

  it('R39 cancelling the outer run cancels the nested one', async () => {
    let inner: PromiseLike<unknown> | undefined
    const outer = runAgent((agent) =>
      agent.tool('nest', {}, (_input, ctx) => {
        inner = runAgent((nested) => nested.tool('slow', {}, never), { parent: ctx }).catch(
          (error: unknown) => error,
        )
        return inner
      }),
    )
    await flush()
    outer.cancel({ kind: 'user' })
    expect(await failureOf(outer)).toMatchObject({ reason: { kind: 'user' } })
    expect(await inner).toMatchObject({ reason: { kind: 'user' } })
  })
})
