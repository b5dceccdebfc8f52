import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { Scope, unavailable } from '../../index.ts'
import { deferred } from './index.ts'

const isDeferred = (tool: { readonly providerOptions?: object | undefined } | object): boolean =>
  JSON.stringify(tool).includes('"deferLoading":true')

describe('deferred', () => {
  it('lists the search of the provider, and all tools; those not pinned are deferred', async () => {
    const { agent, model } = agentUnderTest(['ok'], {
      tools: ['a', 'b'].map((name) => anyTool(name)),
      use: [deferred({ provider: 'openai', pinned: ['b'] })],
    })
    await agent.chat('go')
    expect(model.requests[0]?.tools).toMatchObject([
      { type: 'provider', id: 'openai.tool_search', name: 'tool_search' },
      { type: 'function', name: 'a', providerOptions: { openai: { deferLoading: true } } },
      { type: 'function', name: 'b' },
    ])
    expect(model.requests[0]?.tools?.map(isDeferred)).toEqual([false, true, false])
  })

  it('sends the same tools after any flip, and names as off only those that the model has', async () => {
    let isOn = false
    const flip = { enabled: () => isOn || unavailable('Not yet') }
    const { agent, model } = agentUnderTest(
      [],
      {
        tools: [anyTool('a', undefined, flip), anyTool('b', undefined, flip)],
        use: [deferred({ provider: 'anthropic', pinned: ['b'] })],
      },
      { otherwise: 'ok' },
    )
    await agent.chat('1')
    isOn = true
    await agent.chat('2')
    const [first, second] = model.requests
    expect(second?.tools).toEqual(first?.tools)
    expect(JSON.stringify(first?.prompt)).toContain('\\nb: Not yet\\n')
    expect(JSON.stringify(first?.prompt)).not.toContain('a: Not yet')
  })

  it('does not defer the tools of a call itself, and lists nothing without tools', async () => {
    const { agent, model } = agentUnderTest(
      [],
      {
        tools: [anyTool('a')],
        use: [deferred({ provider: 'anthropic' })],
      },
      { otherwise: 'ok' },
    )
    await agent.chat('1', { tools: [anyTool('own')] })
    await agent.chat('2', { tools: [] })
    expect(model.requests[0]?.tools?.map(isDeferred)).toEqual([false, false])
    expect(model.requests[1]).not.toHaveProperty('tools')
  })

  it('says nothing of deferred tools that have left', async () => {
    const { agent, model } = agentUnderTest(
      [],
      {
        use: [deferred({ provider: 'anthropic' })],
      },
      { otherwise: 'ok' },
    )
    const leave = agent.scopes.register(new Scope({ name: 's', tools: [anyTool('a')] }))
    await agent.chat('1')
    leave()
    await agent.chat('2')
    expect(model.requests[1]?.tools).toEqual(model.requests[0]?.tools)
    expect(JSON.stringify(model.requests[1]?.prompt)).not.toContain('no longer on the page')
  })

  it('tells a tool of the app with the name of the search as a clash', async () => {
    const { agent } = agentUnderTest(['ok'], {
      tools: [anyTool('tool_search')],
      use: [deferred({ provider: 'openai' })],
    })
    expect((await failureOf(agent.chat('go'))).message).toContain('The tool "tool_search" (scope "')
  })

  it('refuses another provider', () => {
    const google = 'google' as unknown as 'openai'
    expect(() => deferred({ provider: google })).toThrow("Give one of 'anthropic', 'openai'")
  })
})
