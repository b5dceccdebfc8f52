import { inspect } from 'node:util'
import { apiKeyHeader } from '@ambit/protocol'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { pluginAt } from '../../test/plugin-at.ts'

/** Returns what a plug-in is given as text, with the values of its getters. */
const inEveryPart = (at: object): string => inspect(at, { depth: 12, getters: true })

describe('apiKey', () => {
  it('R63 reaches no model but a proxy’s, and nothing that can be seen', async () => {
    const { agent, model } = agentUnderTest([calls(call('x')), { refuse: { statusCode: 401 } }], {
      tools: [anyTool('x')],
    })
    const seen: unknown[] = []
    agent.use(pluginAt('before request', (at) => void seen.push(inEveryPart(at))))
    const run = agent.with({ request: { apiKey: 'sk-mine' } }).chat('go')
    const error = await failureOf(run)
    const everything = [seen, run.events, error.trace, error.messages, agent.history.messages]
    expect(JSON.stringify([everything, error.message])).not.toContain('sk-mine')
    expect(JSON.stringify(model.requests)).not.toContain('sk-mine')
    expect(run.events.some(({ type }) => type === 'agent:warning')).toBe(true)
  })

  it('R63 goes to a proxy for that call alone, out of sight of plug-ins', async () => {
    const { agent, model } = agentUnderTest(['1', '2'], {}, { provider: 'ambit-proxy' })
    const seen: unknown[] = []
    agent.use(
      pluginAt('before request', (at) => void seen.push(inEveryPart({ ...at, model: undefined }))),
    )
    await agent.with({ request: { apiKey: 'sk-mine' } }).chat('go')
    await agent.chat('again')
    const keys = model.requests.map(({ headers }) => headers?.[apiKeyHeader])
    expect(keys).toEqual(['sk-mine', undefined])
    expect(JSON.stringify(model.requests[1])).not.toContain('sk-mine')
    expect(JSON.stringify(seen)).not.toContain('sk-mine')
  })
})
