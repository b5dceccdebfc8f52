import { call, calls, createFakeClock } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { createBudget } from '../features/budgets/index.ts'
import { runAgent } from '../features/code/index.ts'
import type { CallOptions, ToolContext } from '../index.ts'

const round = calls(call('x'))

/** Returns the `budgetKey` of the limit that ended a chat with these options. */
async function endedBy(own: CallOptions['limits'], ofCall: CallOptions): Promise<unknown> {
  const { agent } = agentUnderTest(Array(12).fill(round), { limits: own, tools: [anyTool('x')] })
  const error = await failureOf(agent.chat('go', ofCall))
  return (error as { budgetKey?: string }).budgetKey
}

describe('limits of a call', () => {
  const toolCalls = { toolCalls: 1 }
  it.each<[string, CallOptions]>([
    ['are empty', { limits: {} }],
    ['are of another key', { limits: { tokens: 1e6 } }],
    ['are undefined', { limits: undefined }],
    ['have the key as undefined', { limits: { toolCalls: undefined } }],
  ])('R74 leave the agent its own where they %s', async (_, options) => {
    expect(await endedBy(toolCalls, options)).toBe('toolCalls')
  })

  it('R74 lift one with Infinity, and take its place with a number', async () => {
    expect(await endedBy(toolCalls, { limits: { toolCalls: Infinity } })).toBe('iterations')
    const both = { toolCalls: 9, iterations: 5 }
    expect(await endedBy(both, { limits: { toolCalls: 1 } })).toBe('toolCalls')
    expect(await endedBy(both, { limits: { toolCalls: Infinity } })).toBe('iterations')
  })

  it('R74 are merged by execute, retry, and a run inside another', async () => {
    const { agent } = agentUnderTest(Array(9).fill(round), {
      limits: { toolCalls: 0 },
      tools: [anyTool('x')],
    })
    const limits = { tokens: 1e6 }
    expect((await agent.execute('go', { limits })).error).toMatchObject({ budgetKey: 'toolCalls' })
    await failureOf(agent.chat('go'))
    expect(await failureOf(agent.retry({ limits }))).toMatchObject({ budgetKey: 'toolCalls' })
    await runAgent(async (_, ctx) => {
      const { error } = await ctx.execute('go', { limits, agent })
      expect(error).toMatchObject({ budgetKey: 'toolCalls' })
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
          { parent, limits: { tokens: 1e6, toolCalls: Infinity } },
        )
        return (await failureOf(inner)) as { budgetKey?: string }
      },
      { limits: { toolCalls: 1 } },
    ).catch((error: unknown) => ({ result: error }))
    expect(result).toMatchObject({ budgetKey: 'toolCalls' })
  })
})

describe('budgets of a call', () => {
  it("R74 are added to the agent's, and replace those of the same name", async () => {
    const session = createBudget('emails', { limit: 10 })
    const shared = createBudget('tokens', { limit: 1e6 })
    const tool = anyTool('x', () => 1, { run: { cost: { custom: { emails: 1, pages: 2 } } } })
    const { agent } = agentUnderTest([round, 'a', round, 'b', round, 'c'], {
      tools: [tool],
      budgets: [session, shared],
    })
    const pages = createBudget('pages', { limit: 10 })
    await agent.chat('go', { budgets: [pages] })
    expect([session.spent, pages.spent]).toEqual([1, 2])
    const afterOne = shared.spent
    expect(afterOne).toBeGreaterThan(0)
    await agent.chat('go', { budgets: [] })
    expect(session.spent).toBe(2)
    const own = createBudget('emails', { limit: 10 })
    await agent.chat('go', { budgets: [own] })
    expect([session.spent, own.spent]).toEqual([2, 1])
    expect(shared.spent).toBeGreaterThan(afterOne)
  })

  it('keep two budgets of the agent that have one name', async () => {
    const tool = anyTool('x', () => 1, { run: { cost: { custom: { emails: 1 } } } })
    const budgets = [1, 2].map((limit) => createBudget('emails', { limit }))
    const { agent } = agentUnderTest([round, 'a'], { tools: [tool], budgets })
    await agent.chat('go', { budgets: [createBudget('pages', { limit: 1 })] })
    expect(budgets.map(({ spent }) => spent)).toEqual([1, 1])
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
    await agent.chat('go', ofCall)
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
      userId: undefined,
    })
    const got: unknown[] = []
    const note = ({ run: { dependencies, metadata, user } }: ToolContext): void => {
      got.push({ dependencies, metadata, userId: user?.id })
    }
    const outer = { dependencies: { api: 1, mail: 1 }, metadata: { plan: 'free' }, userId: 'u1' }
    await runAgent(async (_, parent) => {
      await runAgent((_code, ctx) => note(ctx), {
        parent,
        dependencies: { api: 3 },
        metadata: { page: 'b' },
        userId: undefined,
        clock: createFakeClock(),
      })
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
