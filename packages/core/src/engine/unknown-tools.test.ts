import { call, calls, promptFaults } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool, told } from '../../test/agent-under-test.ts'
import { AgentError, Scope } from '../index.ts'

describe('a call of a name that is none', () => {
  it.each(['nope', 'toString', 'constructor', '__proto__', 'hasOwnProperty', ''])(
    'R8 %j is answered with UnknownToolError, and what there is',
    async (name) => {
      const { agent } = agentUnderTest([calls(call(name)), 'done'], { tools: [anyTool('real')] })
      const { messages, content } = await agent.chat('go')
      expect(content).toBe('done')
      expect(answersIn(messages)).toMatchObject([{ status: 'unknown', name }])
      expect(told(answersIn(messages)[0])).toMatchObject({
        error: { name: 'UnknownToolError', tool: name, message: expect.stringContaining('real') },
      })
    },
  )
})

describe('a call of a name that providers refuse', () => {
  it.each([
    ['functions.get_order', 'functions_get_order'],
    ['get_order:0', 'get_order_0'],
    [' get_order', '_get_order'],
    ['get_order<|channel|>commentary', 'get_order__channel__commentary'],
    ['2fa', '_2fa'],
    ['', '_'],
    ['n'.repeat(300), 'n'.repeat(64)],
  ])(
    'R8 %j goes back under a mended name, and stays as it is in the history',
    async (name, sent) => {
      const tools = [anyTool('get_order')]
      const { agent, model } = agentUnderTest([calls(call(name)), 'Sorry.', 'Here.'], { tools })
      await agent.chat('Get it')
      await agent.chat('Again')
      const { prompt = [] } = model.requests.at(-1) ?? {}
      const parts = prompt.flatMap(({ content }) =>
        typeof content === 'string' ? [] : [...content],
      )
      const names = parts.flatMap((part) => ('toolName' in part ? [part.toolName] : []))
      expect(names).toEqual([sent, sent])
      expect(promptFaults(prompt)).toEqual([])
      expect(answersIn(agent.history.messages)).toMatchObject([{ name, status: 'unknown' }])
    },
  )

  it('is a fault of a prompt', () => {
    const named = (toolName: string) =>
      promptFaults([
        { role: 'user', content: [{ type: 'text', text: 'x' }] },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c', toolName, input: {} }],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c',
              toolName,
              output: { type: 'text', value: '1' },
            },
          ],
        },
      ])
    expect(named('get_order')).toEqual([])
    expect(named('get_order:0').join()).toContain('get_order:0')
  })
})

describe('tools of one call', () => {
  it('R12 are all that is sent, and a call of another is answered, not run', async () => {
    const ran: string[] = []
    const tools = ['a', 'b'].map((name) => anyTool(name, () => ran.push(name)))
    const { agent, model } = agentUnderTest([calls(call('b'), call('a')), 'done'], { tools })
    const { messages } = await agent.chat('go', { tools: ['a'] })
    expect(model.requests.map(({ tools: sent }) => sent?.map(({ name }) => name))).toEqual([
      ['a'],
      ['a'],
    ])
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['unknown', 'ok'])
    expect(ran).toEqual(['a'])
    expect(answersIn(messages)[0]?.content).not.toContain('b,')
  })

  it('R12 may be the call’s own, and are gone afterwards', async () => {
    let ran = 0
    const { agent, model } = agentUnderTest([calls(call('mine')), 'done', 'later'])
    await agent.chat('go', { tools: [anyTool('mine', () => ran++)] })
    await agent.chat('again')
    expect(ran).toBe(1)
    expect(model.requests[1]?.tools).toHaveLength(1)
    expect(model.requests[2]).not.toHaveProperty('tools')
    expect(agent.scopes.find('mine')).toBeUndefined()
  })

  it('R12 may be none at all', async () => {
    const { agent, model } = agentUnderTest(['done'], { tools: [anyTool('a')] })
    await agent.chat('go', { tools: [] })
    expect(model.requests[0]).not.toHaveProperty('tools')
  })

  it('R12 are refused when a name stands twice', () => {
    const { agent } = agentUnderTest([])
    expect(() => agent.chat('go', { tools: ['a', anyTool('a')] })).toThrow(AgentError)
    expect(agent.history.messages).toEqual([])
  })

  it('R12 with calls.mode `return` one model call is made and nothing is run', async () => {
    let ran = 0
    const { agent, model } = agentUnderTest([calls(call('a', { n: 1 }))], {
      tools: [anyTool('a', () => ran++)],
    })
    const result = await agent.with({ calls: { mode: 'return' } }).chat('go')
    expect(ran).toBe(0)
    expect(model.requests).toHaveLength(1)
    expect(result).toMatchObject({ status: 'completed', finishReason: 'tool_calls' })
    expect(result.messages[1]).toMatchObject({ calls: [{ name: 'a', arguments: { n: 1 } }] })
    expect(result.calls).toMatchObject([{ name: 'a', arguments: { n: 1 } }])
    expect(answersIn(result.messages)).toHaveLength(0)
  })
})

describe('scopes of one call', () => {
  it('R12 R13 stand in the place of the agent’s, with their contexts, for that call alone', async () => {
    const ran: string[] = []
    let listeners = 0
    const on = {
      get: () => true,
      subscribe: () => {
        listeners++
        return () => void listeners--
      },
    }
    const theirs = new Scope({
      name: 'page',
      tools: [anyTool('theirs', () => ran.push('theirs'))],
      context: () => 'what the page has',
    })
    const own = new Scope({
      name: 'page',
      tools: [anyTool('mine', () => ran.push('mine'))],
      context: () => 'what the call brings',
      enabled: on,
    })
    const { agent, model } = agentUnderTest(
      [calls(call('mine'), call('theirs')), 'done', 'later'],
      { scopes: [theirs] },
    )
    const { messages } = await agent.with({ scopes: [own] }).execute('go')
    expect(ran).toEqual(['mine'])
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['ok', 'unknown'])
    expect(listeners).toBe(0)
    await agent.chat('again')
    const [first, , last] = model.requests.map((request) => JSON.stringify(request))
    expect(first).toContain('what the call brings')
    expect(first).not.toContain('what the page has')
    expect(last).toContain('what the page has')
    expect(last).not.toContain('mine')
  })

  it('R2 R12 may be none at all, and are refused when a name stands twice', async () => {
    const { agent, model } = agentUnderTest(['done'], { tools: [anyTool('a')] })
    await agent.with({ scopes: [] }).chat('go')
    expect(model.requests[0]).not.toHaveProperty('tools')
    const twice = ['s', 't'].map((name) => new Scope({ name, tools: [anyTool('x')] }))
    expect(() => agent.with({ scopes: twice }).chat('go')).toThrow(AgentError)
  })
})
