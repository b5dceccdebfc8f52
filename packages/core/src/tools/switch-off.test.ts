import { call, calls } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool, told } from '../../test/agent-under-test.ts'
import { type AgentEvent, Scope } from '../index.ts'

afterEach(() => vi.restoreAllMocks())

const reason = 'switched off in devtools'

describe('scopes.switchOff', () => {
  it('tells the model with the next request, and refuses a call with the reason', async () => {
    let ran = 0
    const { agent, model } = agentUnderTest([calls(call('save')), 'done', 'again'], {
      tools: [anyTool('save', () => ran++)],
    })
    const end = agent.scopes.switchOff('save', reason)
    const { messages } = await agent.chat('go')
    expect(JSON.stringify(model.requests[0]?.prompt.at(-1))).toContain(`save: ${reason}`)
    expect(answersIn(messages)).toMatchObject([{ status: 'disabled' }])
    expect(told(answersIn(messages)[0])).toMatchObject({ error: { reason } })
    end()
    await agent.chat('again')
    expect(JSON.stringify(model.requests[2]?.prompt.at(-1))).not.toContain(reason)
    expect(ran).toBe(0)
  })

  it.each([undefined, 'webmcp'])(
    'refuses a call of the page and from outside: %s',
    async (source) => {
      const { agent } = agentUnderTest([], { tools: [anyTool('save')] })
      agent.scopes.switchOff('save', reason)
      await expect(agent.runTool('save', {}, { source })).rejects.toThrow(reason)
    },
  )

  it('counts for a tool that comes later, until each switch has ended', () => {
    const { agent } = agentUnderTest([])
    const ends = [agent.scopes.switchOff('save', reason), agent.scopes.switchOff('save', 'other')]
    agent.scopes.register(new Scope({ name: 's', tools: [anyTool('save'), anyTool('open')] }))
    const stateOf = (name: string): unknown => {
      const registered = agent.scopes.find(name)
      return registered && agent.scopes.isToolOn(registered)
    }
    expect(stateOf('save')).toEqual({ enabled: false, reason })
    expect(stateOf('open')).toEqual({ enabled: true })
    ends[0]?.()
    ends[0]?.()
    expect(stateOf('save')).toEqual({ enabled: false, reason: 'other' })
    ends[1]?.()
    expect(stateOf('save')).toEqual({ enabled: true })
  })

  it('hides a secret tool, and announces each change', async () => {
    const { agent, model } = agentUnderTest([calls(call('save')), 'done'], {
      tools: [anyTool('save', undefined, { visible: { off: 'secret' } })],
    })
    let changes = 0
    agent.scopes.subscribe(() => changes++)
    const end = agent.scopes.switchOff('save', reason)
    const { messages } = await agent.chat('go')
    expect(JSON.stringify(model.requests[0])).not.toContain('save')
    expect(answersIn(messages)).toMatchObject([{ status: 'unknown' }])
    end()
    end()
    expect(changes).toBe(2)
  })
})

describe('scopes.isToolOn', () => {
  it('tells what the `enabled` of the scope threw, which is reported once', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { agent, model } = agentUnderTest(['hi'])
    const thrown = new Error('no store')
    const enabled = (): never => {
      throw thrown
    }
    agent.scopes.register(new Scope({ name: 's', enabled, tools: [anyTool('save')] }))
    const built: unknown[] = []
    agent.on('agent:request_started', (event) => built.push(event))
    const warnings: AgentEvent[] = []
    agent.on('agent:warning', (event) => warnings.push(event))
    await agent.chat('go')
    expect(built).toMatchObject([{ built: { tools: [{ name: 'save', on: false, thrown }] } }])
    expect(JSON.stringify(model.requests[0])).not.toContain('no store')
    expect(warnings).toMatchObject([{ message: '`enabled` of scope "s" threw: no store' }])
  })
})
