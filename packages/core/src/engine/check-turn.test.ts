import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { type Agent, toolCache } from '../index.ts'

/** Collects the warnings of an agent's runs. */
function warningsOf(agent: Agent): [code: string, message: string][] {
  const seen: [string, string][] = []
  agent.on('agent:warning', ({ code, message }) => void seen.push([code, message]))
  return seen
}

const cached = anyTool('rates', () => 1, { result: { cache: { ttl: '1m' } } })

describe('a run that is limited to tools', () => {
  it('warns once of each name that no tool has, and names the nearest', async () => {
    const { agent } = agentUnderTest(['a', 'b'], { tools: [anyTool('orders')] })
    const seen = warningsOf(agent)
    await agent.chat('go', { tools: ['order', 'orders', 'zzzz', anyTool('own')] })
    expect(seen).toEqual([
      ['unknown_tool', expect.stringMatching(/"order".*Use "orders"/)],
      ['unknown_tool', expect.stringMatching(/"zzzz".*Correct the name/)],
    ])
    await agent.execute('go', { tools: ['orders'] })
    expect(seen).toHaveLength(2)
  })
})

describe('a tool with a cache', () => {
  it('is warned of if the run has no `toolCache`', async () => {
    const { agent } = agentUnderTest(
      [calls(call('rates')), calls(call('rates')), 'a', 'b', 'c', 'd'],
      { tools: [anyTool('x')] },
    )
    const seen = warningsOf(agent)
    await agent.chat('go', { tools: [cached] })
    expect(seen).toEqual([['no_tool_cache', expect.stringMatching(/"rates".*toolCache\(\)/)]])
    await agent.with({ use: [toolCache()] }).chat('go', { tools: [cached] })
    await agent.chat('go', { tools: ['x'] })
    expect(seen).toHaveLength(1)
  })

  it('is warned of if it is registered later', async () => {
    const { agent } = agentUnderTest(['a'], { tools: [anyTool('x')] })
    const seen = warningsOf(agent)
    agent.scopes.addTool('agent', cached)
    await agent.chat('go')
    expect(seen.map(([code]) => code)).toEqual(['no_tool_cache'])
  })
})

describe('a tool with a cost of its own', () => {
  it('is warned of if the limits of the run have other keys', async () => {
    const tool = anyTool('scan', () => 1, { run: { cost: { custom: { page: 1, mails: 1 } } } })
    const { agent } = agentUnderTest(['a', 'b'], { tools: [tool] })
    const seen = warningsOf(agent)
    await agent.chat('go')
    expect(seen).toEqual([])
    await agent.chat('go', { limits: { custom: { pages: 3, mails: 2 } } })
    expect(seen).toEqual([['unknown_charge', expect.stringMatching(/"page".*pages, mails/)]])
  })
})
