import { createBudget } from '../../limits.ts'
import { inEnvironment } from '../../environment.ts'
import { call, calls, createFakeClock } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { type AgentEvent, type ToolContext } from '../../index.ts'
import { endOf, never } from '../../../test/code-runs.ts'
import { runAgent } from '../code/index.ts'

const typesOf = (events: readonly AgentEvent[]): string[] =>
  events.map(({ type }) => type.replace('agent:', ''))

describe('a spent budget', () => {
  const spent = { kind: 'budget', budgetKey: 'tokens', limit: 5, spent: 4 }

  it.each<[string, (calls: Promise<unknown>[]) => Promise<unknown>]>([
    ['all', (all) => Promise.all(all)],
    ['allSettled', (all) => Promise.allSettled(all)],
    ['catch', (all) => Promise.all(all.map((one) => one.catch(() => undefined)))],
  ])('R75 cancels what is in flight, with its numbers: %s', async (_how, wait) => {
    const clock = createFakeClock()
    const budget = createBudget({ max: 5 })
    const signals: AbortSignal[] = []
    const run = runAgent(
      (agent) => {
        const deaf = (_input: unknown, ctx: ToolContext): Promise<never> => {
          signals.push(ctx.signal)
          return never()
        }
        return wait([
          agent.tool('a', {}, deaf, { cost: { tokens: 2 } }),
          agent.tool('b', {}, deaf, { cost: { tokens: 2 } }),
          agent.tool('c', {}, deaf, { cost: { tokens: 4 } }),
        ])
      },
      inEnvironment({ clock }, { limits: { tokens: budget } }),
    )
    const error = await endOf(run, clock)
    expect(error).toMatchObject({ name: 'BudgetExceededError', budgetKey: 'tokens', spent: 4 })
    expect(signals.map(({ reason }) => reason as object)).toMatchObject([spent, spent])
    expect(typesOf(run.events).slice(-4).toSorted()).toEqual([
      'failed',
      'tool_cancelled',
      'tool_cancelled',
      'tool_failed',
    ])
    expect(run.events.find(({ type }) => type === 'agent:tool_cancelled')).toMatchObject({
      reason: spent,
    })
    expect(budget.getState().spent).toBe(4)
  })

  it('R75 of `limits.time` says so', async () => {
    const clock = createFakeClock()
    const run = runAgent(
      (agent) => agent.tool('a', {}, never),
      inEnvironment({ clock }, { limits: { time: 10 } }),
    )
    await endOf(run, clock)
    expect(run.events.find(({ type }) => type === 'agent:tool_cancelled')).toMatchObject({
      reason: { kind: 'budget', budgetKey: 'time', limit: 10, spent: 10 },
    })
  })

  it.each(['a limit', 'a budget'] as const)(
    'R75 of the outer run ends it, though a nested run spent it and it was caught: %s',
    async (how) => {
      const shared = createBudget({ max: 1 })
      const given = { limits: { calls: how === 'a limit' ? 1 : shared } }
      const run = runAgent(async (agent, ctx) => {
        await agent.tool('a', {}, () => 1)
        await runAgent(
          (_middle, within) =>
            runAgent((inner) => inner.tool('b', {}, () => 2), { parent: within }).catch(
              () => undefined,
            ),
          { parent: ctx },
        ).catch(() => undefined)
        return 'completed after all'
      }, given)
      expect(await failureOf(run)).toMatchObject({ budgetKey: 'calls', limit: 1, spent: 1 })
      expect(run.report?.children).toMatchObject([
        { status: 'failed', children: [{ status: 'failed' }] },
      ])
    },
  )

  it('R75 of the nested run alone ends that run alone', async () => {
    const { result } = await runAgent(async (_agent, ctx) => {
      const nested = runAgent((inner) => inner.tool('b', {}, () => 2), {
        parent: ctx,
        limits: { calls: 0 },
      })
      return (await failureOf(nested)).name
    })
    expect(result).toBe('BudgetExceededError')
  })

  it('R75 of the outer run ends it when a model call inside was refused', async () => {
    const { agent: other } = agentUnderTest(['a long answer, more than there is'])
    const run = runAgent(
      async (agent, ctx) => {
        await agent.tool('a', {}, () => 1, { cost: { tokens: 1 } })
        const { status } = await ctx.execute('go', { agent: other })
        return status
      },
      { limits: { tokens: 1 } },
    )
    expect(await failureOf(run)).toMatchObject({ budgetKey: 'tokens', limit: 1 })
  })

  it('R75 cancels the parallel calls of a chat', async () => {
    let signal: AbortSignal | undefined
    const slow = anyTool('slow', (_args, ctx) => {
      signal = ctx.signal
      return never()
    })
    const { agent } = agentUnderTest([calls(call('slow'), call('slow'), call('slow'))], {
      tools: [slow],
      calls: { order: 'parallel' },
      limits: { calls: 2 },
    })
    const run = agent.chat('go')
    const reason = { kind: 'budget', budgetKey: 'calls', limit: 2, spent: 2 }
    expect(await failureOf(run)).toMatchObject({ budgetKey: 'calls' })
    expect(signal?.reason).toMatchObject(reason)
    const ends = run.events.filter(({ type }) => type === 'agent:tool_cancelled')
    expect(ends).toMatchObject([{ reason }, { reason }, { reason }])
    expect(run.status).toBe('failed')
  })
})
