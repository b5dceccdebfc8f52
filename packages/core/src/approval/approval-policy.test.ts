import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { AgentError, Scope, approvals } from '../index.ts'

const tools = [anyTool('x')]

describe('approvals', () => {
  it('has defaults that deny', () => {
    expect(approvals()).toEqual({
      policy: 'none',
      onApproval: undefined,
      timeoutMs: 300_000,
      timeoutAction: 'deny',
      check: expect.any(Function),
    })
  })

  it.each([
    { policy: 'some' },
    { policy: [1] },
    { timeoutAction: 'allow' },
    { timeout: 'soon' },
    { onApproval: true },
  ])('refuses %o, naming the option', (options) => {
    const [name = ''] = Object.keys(options)
    expect(() => approvals(options as never)).toThrow(AgentError)
    expect(() => approvals(options as never)).toThrow(name)
  })

  it('R56 a policy that names an unknown tool is an error when it is given, with the tools', () => {
    const approval = approvals({ policy: ['x', 'delte_all'] })
    expect(() => agentUnderTest([], { tools, approval })).toThrow(/"delte_all".*\(x\)/)
  })

  it('R56 where tools come with the page, each run warns of a name that none has', async () => {
    const approval = approvals({ policy: ['x', 'later'] })
    const { agent } = agentUnderTest(['done', 'done'], { approval })
    agent.scopes.register(new Scope({ name: 's', tools }))
    const run = agent.chat('go')
    await run
    const codes = run.events.flatMap((event) => ('code' in event ? [event.code] : []))
    expect(codes).toEqual(['unknown_policy_tool'])
    agent.scopes.addTool('s', anyTool('later'))
    const next = agent.chat('go')
    await next
    expect(next.events.filter(({ type }) => type === 'agent:warning')).toEqual([])
  })

  it('of one call wins over the agent', async () => {
    let ran = 0
    const { agent } = agentUnderTest([calls(call('x')), 'done', calls(call('x')), 'done'], {
      tools: [anyTool('x', () => ran++)],
    })
    await agent.chat('go', { approval: approvals({ policy: 'all' }) })
    expect(ran).toBe(0)
    await agent.chat('go')
    expect(ran).toBe(1)
  })
})
