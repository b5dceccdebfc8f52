import { call, calls, createFakeClock, text } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { inEnvironment } from '../environment.ts'
import { runAgent } from '../features/code/index.ts'
import { createBudget, type CallOptions, type ToolContext } from '../index.ts'

const round = calls(call('x'))

/** Returns the `budgetKey` of the limit that ended a chat with these options. */
async function endedBy(own: CallOptions['limits'], ofCall: CallOptions): Promise<unknown> {
  const { agent } = agentUnderTest(Array(12).fill(round), { limits: own, tools: [anyTool('x')] })
  const error = await failureOf(agent.chat('go', ofCall))
  return (error as { budgetKey?: string }).budgetKey
}

describe('limits of a call', () => {
  const one = { calls: 1 }
  it.each<[string, CallOptions]>([
    ['are empty', { limits: {} }],
    ['are of another key', { limits: { tokens: 1e6 } }],
    ['are undefined', { limits: undefined }],
    ['have the key as undefined', { limits: { calls: undefined } }],
  ])('R74 leave the agent its own where they %s', async (_, options) => {
    expect(await endedBy(one, options)).toBe('calls')
  })

  it('R74 lift one with Infinity, and take its place with a number', async () => {
    expect(await endedBy(one, { limits: { calls: Infinity } })).toBe('iterations')
    const both = { calls: 9, iterations: 5 }
    expect(await endedBy(both, { limits: { calls: 1 } })).toBe('calls')
    expect(await endedBy(both, { limits: { calls: Infinity } })).toBe('iterations')
  })

  it('R74 are merged by execute, retry, and a run inside another', async () => {
    const { agent } = agentUnderTest(Array(9).fill(round), {
      limits: { calls: 0 },
      tools: [anyTool('x')],
    })
    const limits = { tokens: 1e6 }
    expect((await agent.execute('go', { limits })).error).toMatchObject({ budgetKey: 'calls' })
    await failureOf(agent.chat('go'))
    expect(await failureOf(agent.resume({ limits }))).toMatchObject({ budgetKey: 'calls' })
    await runAgent(async (_, ctx) => {
      const { error } = await ctx.execute('go', { limits, agent })
      expect(error).toMatchObject({ budgetKey: 'calls' })
    })
  })

  it('R74 hold on a run of code with those of the run around it', async () => {
    const { result } = await runAgent(
      async (_, parent) => {
        const inner = runAgent(
          async (code) => {
            await code.tool('a', {}, () => 1)
            await code.tool('b', {}, () => 1)
          },
          { parent, limits: { tokens: 1e6, calls: Infinity } },
        )
        return (await failureOf(inner)) as { budgetKey?: string }
      },
      { limits: { calls: 1 } },
    ).catch((error: unknown) => ({ result: error }))
    expect(result).toMatchObject({ budgetKey: 'calls' })
  })
})

describe('budgets among limits', () => {
  const spentOf = (...budgets: readonly { getState(): { spent: number } }[]): number[] =>
    budgets.map((budget) => budget.getState().spent)

  it("R74 take the place of the agent's of the same key, and leave its others", async () => {
    const emails = createBudget({ max: 10 })
    const tokens = createBudget({ max: 1e6 })
    const tool = anyTool('x', () => 1, { run: { cost: { custom: { emails: 1, pages: 2 } } } })
    const { agent } = agentUnderTest([round, 'a', round, 'b', round, 'c'], {
      tools: [tool],
      limits: { tokens, custom: { emails } },
    })
    await agent.chat('go')
    const [used = 0] = spentOf(tokens)
    expect(used).toBeGreaterThan(0)
    const own = createBudget({ max: 10 })
    await agent.chat('go', { limits: { custom: { pages: own } } })
    expect(spentOf(emails, own)).toEqual([2, 2])
    expect(spentOf(tokens)[0]).toBeGreaterThan(used)
    await agent.chat('go', { limits: { tokens: Infinity } })
    expect(spentOf(emails)).toEqual([3])
  })

  it('begin where they stopped, and can be counted anew', async () => {
    const budget = createBudget({ max: 2, spent: 1 })
    const { agent } = agentUnderTest([round, round, round, 'a'], {
      tools: [anyTool('x')],
      limits: { calls: budget },
    })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey: 'calls', spent: 2 })
    budget.reset()
    await agent.chat('go')
    expect(budget.getState()).toEqual({ max: 2, spent: 1 })
  })

  it('count for a time from the first amount on', async () => {
    const budget = createBudget({ max: 1, per: '1d' })
    const { agent, clock } = agentUnderTest([round, 'a', round, round, 'b'], {
      tools: [anyTool('x')],
      limits: { calls: budget },
    })
    await agent.chat('go')
    await clock.advance(86_400_000 - 1)
    expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey: 'calls' })
    await clock.advance(1)
    expect(budget.getState()).toEqual({ max: 1, spent: 0 })
    expect(budget.getState()).toBe(budget.getState())
    await agent.chat('go')
    expect(budget.getState().spent).toBe(1)
  })

  it('count what was spent before by the clock of the run', async () => {
    const budget = createBudget({ max: 1, spent: 1, per: '1d' })
    const { agent, clock } = agentUnderTest([round, round, 'a'], {
      tools: [anyTool('x')],
      limits: { calls: budget },
    })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey: 'calls' })
    await clock.advance(86_400_000)
    expect(budget.getState().spent).toBe(0)
    await agent.chat('go')
    expect(budget.getState().spent).toBe(1)
  })

  it('R35 are kept for calls at the same time, so that these do not spend the same rest', async () => {
    const tokens = createBudget({ max: 200 })
    const usage = { prompt: 50, completion: 50 }
    const { agent, model } = agentUnderTest(
      [],
      { limits: { tokens } },
      { otherwise: text('done', { usage }) },
    )
    const results = await Promise.all(Array.from({ length: 20 }, () => agent.execute('go')))
    expect(results.filter(({ status }) => status === 'completed')).toHaveLength(2)
    expect(model.requests).toHaveLength(2)
    expect(tokens.getState().spent).toBe(200)
  })
})

describe('the groups of `with`', () => {
  it("R74 are merged with the agent's, key by key", async () => {
    const price = { input: 1, output: 1 }
    const { agent, model } = agentUnderTest(
      [round],
      {
        tools: [anyTool('x')],
        approval: { ask: ['x'] },
        calls: { mode: 'return' },
        prices: { own: price },
        request: { reasoning: 'low', provider: { openai: { a: 1, b: 1 } } },
        user: { id: 'ann', tenant: 'tea' },
      },
      { modelId: 'own' },
    )
    const changed = agent.with({
      approval: { timeout: '1m' },
      calls: { order: 'parallel' },
      prices: { other: price },
      request: { provider: { openai: { b: 2 } } },
      user: { id: 'bob' },
    })
    const result = await changed.chat('go')
    expect(result.calls).toHaveLength(1)
    expect(result.report).toMatchObject({ userId: 'bob', tenantId: 'tea' })
    expect(result.costUsd).toBeGreaterThan(0)
    expect(model.requests[0]).toMatchObject({
      reasoning: 'low',
      providerOptions: { openai: { a: 1, b: 2 } },
    })
    const asked = failureOf(agent.with({ approval: { timeout: '1m' } }).runTool('x'))
    expect(await asked).toMatchObject({ code: 'denied' })
  })
})

describe('dependencies and metadata of a call', () => {
  class Api {
    load(): number {
      return 1
    }
  }

  /** Returns the dependencies and the metadata that a tool gets. */
  async function seen(own: object, ofCall: object): Promise<unknown> {
    let got: unknown
    const tool = anyTool('x', (_, { run: { dependencies, metadata } }) => {
      got = { dependencies, metadata }
    })
    const { agent } = agentUnderTest([round, 'a'], { tools: [tool], ...own })
    const { metadata, ...others } = ofCall as { metadata?: object }
    await agent.with(others).chat('go', { ...(metadata && { metadata }) })
    return got
  }

  it("R74 are merged with the agent's, key by key", async () => {
    const own = { dependencies: { api: 1, log: 1 }, metadata: { plan: 'free', page: 'a' } }
    expect(await seen(own, { dependencies: { api: 2 }, metadata: { page: 'b' } })).toEqual({
      dependencies: { api: 2, log: 1 },
      metadata: { plan: 'free', page: 'b' },
    })
    const none = { dependencies: { api: undefined }, metadata: { plan: undefined } }
    expect(await seen(own, none)).toEqual(own)
    expect(await seen({}, { metadata: { a: 1 } })).toMatchObject({ metadata: { a: 1 } })
  })

  it('keep instances of classes whole', async () => {
    const dependencies = new Api()
    expect(await seen({ dependencies }, {})).toMatchObject({ dependencies })
    const other = new Api()
    const got = await seen({ dependencies }, { dependencies: other })
    expect((got as { dependencies: unknown }).dependencies).toBe(other)
  })

  it('R74 of a run inside another are merged with those of the run around it', async () => {
    const { agent } = agentUnderTest([round, 'a'], {
      tools: [anyTool('x', (_, ctx) => note(ctx))],
      dependencies: { mail: 2 },
      user: undefined,
    })
    const got: unknown[] = []
    const note = ({ run: { dependencies, metadata, user } }: ToolContext): void => {
      got.push({ dependencies, metadata, userId: user?.id })
    }
    const outer = {
      dependencies: { api: 1, mail: 1 },
      metadata: { plan: 'free' },
      user: { id: 'u1' },
    }
    await runAgent(async (_, parent) => {
      const own = { dependencies: { api: 3 }, metadata: { page: 'b' }, user: undefined }
      const options = inEnvironment({ clock: createFakeClock() }, { parent, ...own })
      await runAgent((_code, ctx) => note(ctx), options)
      await parent.execute('go', { agent, metadata: { page: 'c' } })
    }, outer)
    expect(got).toEqual([
      {
        dependencies: { api: 3, mail: 1 },
        metadata: { plan: 'free', page: 'b' },
        userId: 'u1',
      },
      {
        dependencies: { api: 1, mail: 2 },
        metadata: { plan: 'free', page: 'c' },
        userId: 'u1',
      },
    ])
  })
})
