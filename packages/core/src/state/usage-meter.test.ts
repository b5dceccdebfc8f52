import { call, calls, flush, text } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'

const prices = { scripted: { input: 1, output: 1 } }

describe('the usage of the session', () => {
  it('adds up the session and the running chat, model call by model call', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent, model } = agentUnderTest([calls(call('x')), 'one', () => gate.promise], {
      tools: [anyTool('x')],
    })
    const withPrices = { prices: { [model.modelId]: prices.scripted } }
    const { usage, costUsd } = await agent.with(withPrices).chat('1')
    expect(agent.sessions.getState().usage).toEqual({
      session: { usage, costUsd },
      run: { usage, costUsd },
    })
    const run = agent.with(withPrices).chat('2')
    await flush()
    expect(agent.sessions.getState().usage.run.usage.totalTokens).toBe(0)
    expect(agent.sessions.getState().usage.session.usage).toEqual(usage)
    gate.resolve('two')
    const second = await run
    const { session, run: latest } = agent.sessions.getState().usage
    expect(latest.usage).toEqual(second.usage)
    expect(session.usage.totalTokens).toBe(usage.totalTokens + second.usage.totalTokens)
    expect(session.costUsd).toBeCloseTo((costUsd ?? 0) + (second.costUsd ?? 0), 12)
  })

  it('counts the runs inside a chat, and not those apart from the session', async () => {
    const { agent } = agentUnderTest([calls(call('delegate')), 'inside', 'done', 'apart'])
    const delegate = anyTool('delegate', async (_args, ctx) => {
      const { content } = await ctx.execute('inside', { agent })
      return content
    })
    const { usage } = await agent.chat('go', { tools: [delegate] })
    const { session, run } = agent.sessions.getState().usage
    expect(run.usage).toEqual(usage)
    expect(usage.totalTokens).toBe(45)
    await agent.execute('apart')
    expect(agent.sessions.getState().usage).toEqual({ session, run })
  })

  it('says nothing of cost where no rate is known', async () => {
    const { agent } = agentUnderTest([text('one')])
    await agent.chat('1')
    expect(agent.sessions.getState().usage.session.costUsd).toBeUndefined()
  })
})
