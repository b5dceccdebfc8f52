import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import { AgentError, Scope } from '../index.ts'
import { toApprovalPolicy } from './policy.ts'

const tools = [anyTool('x')]

describe('approval', () => {
  it('has defaults that deny', () => {
    expect(toApprovalPolicy(undefined)).toEqual({
      isGiven: false,
      asksAll: false,
      names: [],
      decide: undefined,
      timeoutMs: 300_000,
      onTimeout: 'deny',
    })
  })

  it.each([
    { ask: 'some' },
    { ask: [1] },
    { onTimeout: 'allow' },
    { timeout: 'soon' },
    { decide: true },
  ])('refuses %o, naming the option, in production too', (approval) => {
    const [name = ''] = Object.keys(approval)
    const make = (): unknown => agentUnderTest([], { approval: approval as never })
    expect(make).toThrow(AgentError)
    expect(make).toThrow(name)
    vi.stubEnv('NODE_ENV', 'production')
    expect(make).toThrow(AgentError)
    vi.unstubAllEnvs()
  })

  it.each(['destructive', 'none'] as const)(
    'asks about destructive calls with `ask: %s`',
    async (ask) => {
      const wipe = anyTool('wipe', () => 1, { effect: 'destructive' })
      const { agent } = agentUnderTest([calls(call('wipe')), 'done'], {
        tools: [wipe],
        approval: { ask },
      })
      await agent.chat('go')
      expect(answersIn(agent.history.messages)).toMatchObject([{ status: 'denied' }])
    },
  )

  it('R56 a name that no tool has is an error when it is given, with the tools', () => {
    const approval = { ask: ['x', 'delte_all'] }
    expect(() => agentUnderTest([], { tools, approval })).toThrow(/"delte_all".*\(x\)/)
  })

  it('R56 where tools come with the page, each run warns of a name that none has', async () => {
    const approval = { ask: ['x', 'later'] }
    const { agent } = agentUnderTest(['done', 'done'], { approval })
    agent.scopes.register(new Scope({ name: 's', tools }))
    const run = agent.chat('go')
    await run
    const codes = run.events.flatMap((event) => ('code' in event ? [event.code] : []))
    expect(codes).toEqual(['unknown_ask_tool'])
    agent.scopes.addTool('s', anyTool('later'))
    const next = agent.chat('go')
    await next
    expect(next.events.filter(({ type }) => type === 'agent:warning')).toEqual([])
  })

  it('of `with` wins over the agent', async () => {
    let ran = 0
    const { agent } = agentUnderTest([calls(call('x')), 'done', calls(call('x')), 'done'], {
      tools: [anyTool('x', () => ran++)],
    })
    await agent.with({ approval: { ask: 'all' } }).chat('go')
    expect(ran).toBe(0)
    await agent.chat('go')
    expect(ran).toBe(1)
  })
})
