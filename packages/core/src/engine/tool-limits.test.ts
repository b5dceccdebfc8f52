import { createBudget } from '../limits.ts'
import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { type Limits } from '../index.ts'

const using = (prompt: number, completion: number, cached?: number) => ({
  usage: { prompt, completion, cached },
})

const step = (prompt: number, completion: number) => ({
  ...calls(call('x')),
  ...using(prompt, completion),
})

describe('limits.calls', () => {
  it('R19 1 with two calls in one message runs one', async () => {
    let ran = 0
    const { agent } = agentUnderTest([calls(call('x'), call('x')), 'never'], {
      tools: [anyTool('x', () => ran++)],
      limits: { calls: 1 },
    })
    expect(await failureOf(agent.chat('go'))).toMatchObject({
      budgetKey: 'calls',
      limit: 1,
      spent: 1,
      attempted: 1,
      unit: 'calls',
    })
    expect(ran).toBe(1)
    expect(answersIn(agent.history.messages).map(({ status }) => status)).toEqual([
      'ok',
      'cancelled',
    ])
  })

  it('R19 counts handlers that are run, not calls that are refused', async () => {
    const { agent } = agentUnderTest([calls(call('nope'), call('x')), 'done'], {
      tools: [anyTool('x')],
      limits: { calls: 1 },
    })
    expect((await agent.chat('go')).content).toBe('done')
  })

  it('R19 0 runs nothing', async () => {
    let ran = 0
    const { agent } = agentUnderTest([calls(call('x'))], {
      tools: [anyTool('x', () => ran++)],
      limits: { calls: 0 },
    })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey: 'calls', limit: 0 })
    expect(ran).toBe(0)
  })

  it('R19 in parallel, no more than allowed are ever started', async () => {
    let ran = 0
    const { agent } = agentUnderTest([calls(...Array.from({ length: 9 }, () => call('x')))], {
      tools: [anyTool('x', async () => void ran++)],
      limits: { calls: 3 },
      calls: { order: 'parallel' },
    })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey: 'calls', limit: 3 })
    expect(ran).toBe(3)
    expect(answersIn(agent.history.messages)).toHaveLength(9)
  })
})

describe('limits.identicalCalls', () => {
  it('R19 stops the call after n equal ones, whatever the order of keys', async () => {
    let ran = 0
    const { agent } = agentUnderTest(
      [
        calls(call('x', { a: 1, b: { c: 2, d: 3 } })),
        calls(call('x', { b: { d: 3, c: 2 }, a: 1 })),
        calls(call('x', '{"b":{"c":2,"d":3},"a":1}'), call('x', { a: 3 })),
      ],
      { tools: [anyTool('x', () => ran++)], limits: { identicalCalls: 2 } },
    )
    expect(await failureOf(agent.chat('go'))).toMatchObject({
      budgetKey: 'identicalCalls',
      limit: 2,
      spent: 2,
      attempted: 1,
    })
    expect(ran).toBe(2)
    expect(answersIn(agent.history.messages).map(({ status }) => status)).toEqual([
      'ok',
      'ok',
      'cancelled',
      'cancelled',
    ])
  })

  it('R19 counts calls in a row: read, write, read, write, read is no row of 2', async () => {
    const steps = ['read', 'write', 'read', 'write', 'read', 'read'].map((name) =>
      calls(call(name)),
    )
    const { agent } = agentUnderTest([...steps, 'done'], {
      tools: [anyTool('read'), anyTool('write')],
      limits: { identicalCalls: 2 },
    })
    expect((await agent.chat('go')).content).toBe('done')
  })

  it.each(['serial', 'parallel'] as const)(
    'R19 counts a row over the calls of one message and of the next, %s',
    async (order) => {
      let ran = 0
      const { agent } = agentUnderTest(
        [calls(call('y'), call('x'), call('x')), calls(call('x'), call('y'))],
        {
          tools: [anyTool('x', () => ran++), anyTool('y')],
          limits: { identicalCalls: 2 },
          calls: { order },
        },
      )
      expect(await failureOf(agent.chat('go'))).toMatchObject({
        budgetKey: 'identicalCalls',
        message: expect.stringContaining('"x" was called 3 times in a row'),
      })
      expect(ran).toBe(2)
    },
  )
})

describe('limits.identicalCalls, of arguments that are none', () => {
  it('R19 takes other text for another call', async () => {
    const { agent } = agentUnderTest(
      [calls(call('x', '{"a')), calls(call('x', '{"a":')), calls(call('x', '{"a":1')), 'done'],
      { tools: [anyTool('x')], limits: { identicalCalls: 1 } },
    )
    expect((await agent.chat('go')).content).toBe('done')
  })
})

describe('limits.time', () => {
  it('R19 ends the run when its time is up, and names it', async () => {
    const { agent, clock } = agentUnderTest([calls(call('x')), 'never'], {
      tools: [anyTool('x', () => new Promise(() => undefined))],
      limits: { time: 1_000 },
    })
    const run = agent.chat('go')
    const failed = failureOf(run)
    await clock.advance(999)
    expect(run.status).toBe('running')
    await clock.advance(1)
    expect(await failed).toMatchObject({ budgetKey: 'time', limit: 1_000, unit: 'ms' })
    expect(run.status).toBe('failed')
    expect(clock.pending).toBe(0)
    expect(answersIn(agent.history.messages)).toMatchObject([{ status: 'interrupted' }])
  })

  it('of 0 ends a run before it asks the model', async () => {
    const { agent, model } = agentUnderTest(['done'], { limits: { time: 0 } })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey: 'time', limit: 0 })
    expect(model.requests).toEqual([])
    expect(agent.getState().status).toBe('idle')
  })

  it('R19 leaves no timer behind a run that ends in time', async () => {
    const { agent, clock } = agentUnderTest(['done'], { limits: { time: 1_000 } })
    await agent.chat('go')
    await flush()
    expect(clock.pending).toBe(0)
  })
})

describe('several limits', () => {
  it.each<[Limits, string]>([
    [{ iterations: 2, calls: 9, tokens: 9_999 }, 'iterations'],
    [{ iterations: 9, calls: 2, tokens: 9_999 }, 'calls'],
    [{ iterations: 9, calls: 9, tokens: 40 }, 'tokens'],
    [{ iterations: 9, calls: 9, identicalCalls: 2 }, 'identicalCalls'],
  ])('R19 %j: whichever is first is named', async (limits, budgetKey) => {
    const { agent } = agentUnderTest(
      [],
      { tools: [anyTool('x')], limits },
      { otherwise: calls(call('x')) },
    )
    expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey })
  })
})

describe('budgets', () => {
  it('R35 are charged by the tools that name them, and shared by the runs they are given to', async () => {
    const searches = createBudget({ max: 3 })
    const { agent } = agentUnderTest(
      [],
      {
        tools: [anyTool('x', undefined, { run: { cost: { custom: { searches: 1, other: 5 } } } })],
      },
      { otherwise: calls(call('x')) },
    )
    const custom = { searches }
    await failureOf(agent.chat('go', { limits: { custom, iterations: 2 } }))
    expect(searches.getState()).toEqual({ max: 3, spent: 2 })
    expect(await failureOf(agent.chat('go', { limits: { custom } }))).toMatchObject({
      budgetKey: 'searches',
      limit: 3,
      spent: 3,
      attempted: 1,
      unit: 'searches',
    })
    expect(searches.getState().spent).toBe(3)
  })

  it('R35 tokens and money that tools charge count with the model’s', async () => {
    const { agent } = agentUnderTest([step(10, 10), 'never'], {
      tools: [anyTool('x', undefined, { run: { cost: { tokens: 50, usd: 0.1 } } })],
      limits: { tokens: 60 },
    })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ budgetKey: 'tokens', spent: 20 })
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuse the limit %d', (max) => {
    expect(() => createBudget({ max })).toThrow('`max` of a budget')
  })
})
