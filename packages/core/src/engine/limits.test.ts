import { createBudget } from '../limits.ts'
import { call, calls, text } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { BudgetExceededError } from '../index.ts'

const using = (prompt: number, completion: number, cached?: number) => ({
  usage: { prompt, completion, cached },
})

const step = (prompt: number, completion: number) => ({
  ...calls(call('x')),
  ...using(prompt, completion),
})

afterEach(() => vi.restoreAllMocks())

describe('limits.tokens', () => {
  it('R18 counts prompt and completion of all calls, and the answer that trips is on the error', async () => {
    const { agent, model } = agentUnderTest(
      [step(60, 20), { ...step(60, 20), text: 'so far' }, 'never'],
      { tools: [anyTool('x')], limits: { tokens: 150 } },
    )
    const error = await failureOf(agent.chat('go'))
    expect(error).toBeInstanceOf(BudgetExceededError)
    expect(error).toMatchObject({
      budgetKey: 'tokens',
      limit: 150,
      spent: 160,
      attempted: 80,
      unit: 'tokens',
      content: 'so far',
      usage: { totalTokens: 160 },
    })
    expect(model.requests).toHaveLength(2)
    expect(answersIn(agent.history.messages).map(({ status }) => status)).toEqual([
      'ok',
      'cancelled',
    ])
  })

  it('R18 makes no model call at the limit', async () => {
    const { agent, model } = agentUnderTest([step(80, 20), 'never'], {
      tools: [anyTool('x')],
      limits: { tokens: 100 },
    })
    const error = await failureOf(agent.chat('go'))
    expect(error).toMatchObject({ budgetKey: 'tokens', limit: 100 })
    expect(model.requests).toHaveLength(1)
    expect(answersIn(agent.history.messages)).toMatchObject([{ status: 'ok' }])
  })

  it('R18 lets the answer through that spends exactly the limit', async () => {
    const { agent } = agentUnderTest([text('done', using(80, 20))], { limits: { tokens: 100 } })
    expect((await agent.chat('go')).content).toBe('done')
  })

  it('R18 0 blocks the first call, and unset never trips', async () => {
    const blocked = agentUnderTest(['never'], { limits: { tokens: 0 } })
    expect(await failureOf(blocked.agent.chat('go'))).toMatchObject({ budgetKey: 'tokens' })
    expect(blocked.model.requests).toHaveLength(0)
    const free = agentUnderTest([text('done', using(1e9, 1e9))])
    expect((await free.agent.chat('go')).content).toBe('done')
  })

  it('R18 does not add what tools return: it comes back as prompt', async () => {
    const { agent } = agentUnderTest([step(10, 10), text('done', using(70, 10))], {
      tools: [anyTool('x', () => 'y'.repeat(80))],
      limits: { tokens: 100 },
    })
    expect((await agent.chat('go')).usage.totalTokens).toBe(100)
  })

  it('R19 a result that alone would pass the cap trips before the next model call', async () => {
    const { agent, model } = agentUnderTest([step(10, 10), 'never'], {
      tools: [anyTool('x', () => 'y'.repeat(4_000))],
      limits: { tokens: 1_000 },
    })
    const error = await failureOf(agent.chat('go'))
    expect(error).toMatchObject({ budgetKey: 'tokens', limit: 1_000 })
    expect((error as BudgetExceededError).spent).toBe(20)
    expect((error as BudgetExceededError).attempted).toBeGreaterThan(980)
    expect(error.usage?.totalTokens).toBe(20)
    expect(model.requests).toHaveLength(1)
  })

  it('R18 estimates a model that reports no usage, and warns once', async () => {
    const { agent } = agentUnderTest(
      [
        { ...calls(call('x')), usage: 'none' },
        { text: 'y'.repeat(400), usage: 'none' },
      ],
      { tools: [anyTool('x')] },
    )
    const run = agent.chat('go')
    const { usage } = await run
    expect(usage.completionTokens).toBeGreaterThanOrEqual(100)
    expect(usage.promptTokens).toBeGreaterThan(0)
    expect(run.events.filter(({ type }) => type === 'agent:warning')).toHaveLength(1)
    expect(run.events.filter(({ type }) => type === 'agent:request_completed')).toMatchObject([
      { estimated: true },
      { estimated: true },
    ])
  })

  it('R18 trips on an estimate too', async () => {
    const { agent } = agentUnderTest([{ text: 'y'.repeat(4_000), usage: 'none' }], {
      limits: { tokens: 500 },
    })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey: 'tokens' })
  })

  it('counts for one run, not for the session', async () => {
    const { agent } = agentUnderTest([text('1', using(60, 20)), text('2', using(60, 20))], {
      limits: { tokens: 100 },
    })
    await agent.chat('go')
    expect((await agent.chat('again')).content).toBe('2')
  })
})

describe('limits.costUsd', () => {
  const prices = { scripted: { input: 1, output: 10, cachedInput: 0.1 } }

  it('R18 counts by the rates, cached tokens by theirs', async () => {
    const { agent } = agentUnderTest([text('done', using(1_000_000, 100_000, 500_000))], {
      prices,
    })
    expect((await agent.chat('go')).costUsd).toBeCloseTo(0.5 + 0.05 + 1, 9)
  })

  it('R18 trips when it is exceeded', async () => {
    const { agent, model } = agentUnderTest([step(100_000, 10_000), step(300_000, 1), 'never'], {
      tools: [anyTool('x')],
      prices,
      limits: { costUsd: 0.4 },
    })
    const error = await failureOf(agent.chat('go'))
    expect(error).toMatchObject({ budgetKey: 'costUsd', limit: 0.4, unit: 'USD' })
    expect(model.requests).toHaveLength(2)
  })

  it('R18 R35 sums without the noise of binary fractions', async () => {
    const { agent } = agentUnderTest([step(90_000, 1_000), text('done', using(190_000, 1_000))], {
      tools: [anyTool('x')],
      prices,
    })
    expect((await agent.chat('go')).costUsd).toBe(0.3)
    expect(agent.sessions.getState().usage.session.costUsd).toBe(0.3)
  })

  it('R18 warns of an unknown rate where a budget counts the cost', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { agent } = agentUnderTest(['done'], {
      limits: { costUsd: createBudget({ max: 1 }) },
    })
    const run = agent.chat('go')
    await run
    expect(run.events).toContainEqual(expect.objectContaining({ code: 'unknown_price' }))
  })

  it('R18 warns once of a model whose rate is unknown, and does not trip', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { agent } = agentUnderTest([step(1e9, 1e9), 'done'], {
      tools: [anyTool('x')],
      limits: { costUsd: 0.01 },
      prices: { other: { input: 1, output: 1 } },
    })
    const run = agent.chat('go')
    const result = await run
    expect(result.content).toBe('done')
    expect(result).not.toHaveProperty('costUsd')
    expect(run.events.filter(({ type }) => type === 'agent:warning')).toMatchObject([
      { message: expect.stringContaining('scripted') },
    ])
  })
})
