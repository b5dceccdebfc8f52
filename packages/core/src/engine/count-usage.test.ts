import { call, calls, type ScriptedUsage, text } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { memoryLedger } from '../features/budgets/index.ts'
import { type AgentOptions, jsonSchema, Scope, type Usage } from '../index.ts'
import { pluginAt } from '../../test/plugin-at.ts'

/** The shapes in which providers say that they counted nothing. */
const unreported: [string, unknown][] = [
  ['0', { prompt: 0, completion: 0 }],
  ['NaN', { prompt: Number.NaN, completion: Number.NaN }],
  ['Infinity', { prompt: Infinity, completion: Infinity }],
  ['negative numbers', { prompt: -5, completion: -1 }],
  ['nothing', 'none'],
  ['null fields', { inputTokens: { total: null }, outputTokens: { total: null } }],
  ['null groups', { inputTokens: null, outputTokens: null }],
  ['text', { inputTokens: { total: '12' }, outputTokens: { total: '7' } }],
]

/** Makes an agent whose model answers with 400 letters and this usage. */
const answering = (usage: unknown, options: Partial<AgentOptions> = {}) =>
  agentUnderTest([text('y'.repeat(400), { usage: usage as ScriptedUsage })], options)

const usageOf = async (options: Partial<AgentOptions>, said = 'go'): Promise<Usage> =>
  (await answering('none', options).agent.chat(said)).usage

describe('the usage of a model call', () => {
  it('R77 has no reasoning beyond its answer, and pays for what is left out of it', async () => {
    const usage = { inputTokens: { total: 10 }, outputTokens: { total: 5, reasoning: 50 } }
    const { agent } = answering(usage, { prices: { scripted: { input: 0, output: 1 } } })
    const { usage: counted, costUsd } = await agent.chat('go')
    expect(counted).toMatchObject({ completionTokens: 50, reasoningTokens: 50, totalTokens: 60 })
    expect(costUsd).toBeCloseTo(50 / 1e6, 9)
  })

  it.each(unreported)(
    'R77 is estimated and warned of if the provider reports %s',
    async (_n, usage) => {
      const ledger = memoryLedger()
      const { agent } = answering(usage, {
        prices: { scripted: { input: 1, output: 10 } },
        use: [ledger],
      })
      const run = agent.chat('x'.repeat(800))
      const { usage: counted, costUsd } = await run
      expect(counted.promptTokens).toBeGreaterThanOrEqual(200)
      expect(counted.promptTokens).toBeLessThan(220)
      expect(counted).toMatchObject({
        completionTokens: 100,
        totalTokens: counted.promptTokens + 100,
      })
      expect(costUsd).toBeCloseTo((counted.promptTokens + 1000) / 1e6, 9)
      expect(agent.sessions.getState().usage.session).toMatchObject({ usage: counted, costUsd })
      expect(ledger.rows[0]?.usage).toEqual(counted)
      expect(run.events.find(({ type }) => type === 'agent:request_completed')).toMatchObject({
        costUsd,
      })
      expect(run.events.filter(({ type }) => type === 'agent:warning')).toMatchObject([
        { code: 'usage_estimated' },
      ])
    },
  )

  it.each(unreported)(
    'R77 counts against a limit if the provider reports %s',
    async (_n, usage) => {
      const { agent, model } = agentUnderTest(
        [],
        {
          tools: [anyTool('x', () => 'y'.repeat(4_000))],
          limits: { tokens: 1_500, iterations: 20 },
        },
        { otherwise: { ...calls(call('x')), usage: usage as ScriptedUsage } },
      )
      expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey: 'tokens' })
      expect(model.requests).toHaveLength(2)
    },
  )

  it('R77 keeps the half that the provider did report', async () => {
    const prompt = await answering({ prompt: 7, completion: 0 }).agent.chat('go')
    expect(prompt.usage).toMatchObject({ promptTokens: 7, completionTokens: 100, totalTokens: 107 })
    const completion = await answering({ prompt: 0, completion: 9 }).agent.chat('x'.repeat(800))
    expect(completion.usage.completionTokens).toBe(9)
    expect(completion.usage.promptTokens).toBeGreaterThanOrEqual(200)
  })

  it('R77 is the sum of its parts if only those are reported', async () => {
    const { agent } = answering({
      inputTokens: { total: undefined, noCache: 30, cacheRead: 12, cacheWrite: 0 },
      outputTokens: { total: undefined, text: 4, reasoning: 2 },
    })
    const { usage } = await agent.chat('go')
    expect(usage).toMatchObject({ promptTokens: 42, completionTokens: 6, cachedTokens: 12 })
  })

  it('R77 takes 0 for an answer that is empty, and no warning', async () => {
    const { agent } = agentUnderTest([
      { text: '', finishReason: 'length', usage: { prompt: 12, completion: 0 } },
    ])
    const run = agent.chat('go')
    expect((await run).usage.totalTokens).toBe(12)
    expect(run.events.some(({ type }) => type === 'agent:warning')).toBe(false)
  })

  it('R77 never has more cached tokens than tokens, so no cost is negative', async () => {
    const { agent } = answering(
      { prompt: 10, completion: 1, cached: 500 },
      { prices: { scripted: { input: 1, output: 1, cachedInput: 0 } } },
    )
    const { usage, costUsd } = await agent.chat('go')
    expect(usage.cachedTokens).toBe(10)
    expect(costUsd).toBeGreaterThanOrEqual(0)
  })

  it('R77 is estimated from the whole request: tools, instructions and contexts', async () => {
    const plain = (await usageOf({})).promptTokens
    const parameters = jsonSchema({
      type: 'object',
      properties: { at: { type: 'string', description: 'z'.repeat(4_000) } },
    })
    const tools = [anyTool('x', () => 1, { parameters, description: 'd'.repeat(400) })]
    expect((await usageOf({ tools })).promptTokens - plain).toBeGreaterThan(1_100)
    const instructions = 'i'.repeat(400)
    expect((await usageOf({ instructions })).promptTokens - plain).toBeGreaterThanOrEqual(100)
    const scopes = [new Scope({ name: 's', context: () => 'c'.repeat(400) })]
    expect((await usageOf({ scopes })).promptTokens - plain).toBeGreaterThanOrEqual(100)
  })

  it('R77 is not too low for Chinese', async () => {
    const { promptTokens } = await usageOf({}, '订'.repeat(400))
    expect(promptTokens).toBeGreaterThanOrEqual(400)
  })

  it('R77 counts a file as a file, not as text', async () => {
    const { agent } = answering('none')
    const data = 'A'.repeat(1_000_000)
    const { usage } = await agent.chat([{ type: 'file', mediaType: 'image/png', data }])
    expect(usage.promptTokens).toBeGreaterThan(1_000)
    expect(usage.promptTokens).toBeLessThan(10_000)
  })
})

describe('a request that cannot fit into the limit', () => {
  const tools = Array.from({ length: 200 }, (_, n) =>
    anyTool(`tool_${n}`, () => 1, { description: 'Does one of many things. '.repeat(14) }),
  )

  it('R77 is not sent: tools of 17,000 tokens do not fit into 5,000', async () => {
    const { agent, model } = agentUnderTest(
      [],
      { tools, limits: { tokens: 5_000 } },
      {
        otherwise: { ...calls(call('tool_1')), usage: 'none' },
      },
    )
    expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey: 'tokens', limit: 5_000 })
    expect(model.requests).toHaveLength(0)
  })

  it('R77 is the last one, if the estimate may be wrong', async () => {
    const { agent, model } = agentUnderTest(
      [],
      { tools, limits: { tokens: 14_000 } },
      {
        otherwise: { ...calls(call('tool_1')), usage: 'none' },
      },
    )
    expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey: 'tokens' })
    expect(model.requests).toHaveLength(1)
  })

  it('R77 is not sent if its money does not fit', async () => {
    const { agent, model } = agentUnderTest(['never'], {
      tools,
      limits: { costUsd: 0.005 },
      prices: { scripted: { input: 1, output: 1 } },
    })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey: 'costUsd' })
    expect(model.requests).toHaveLength(0)
  })

  it('R77 says nothing of a model that is not asked, because a plug-in answers', async () => {
    const { agent } = agentUnderTest([], { tools, limits: { tokens: 5_000 } })
    agent.use(pluginAt('before request', () => ({ response: { content: 'kept' } })))
    expect((await agent.chat('go')).content).toBe('kept')
  })
})
