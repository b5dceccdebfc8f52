import { call, calls } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { agentUnderTest, answersIn, anyTool, told } from '../../test/agent-under-test.ts'
import { type Enabled, Scope, Tool, unavailable } from '../index.ts'

afterEach(() => vi.restoreAllMocks())

interface Sent {
  tools?: readonly { name: string }[]
  prompt: readonly unknown[]
}

const endOf = (request: Sent | undefined): string => JSON.stringify(request?.prompt.at(-1))

const listedIn = (request: Sent | undefined): string[] =>
  request?.tools?.map(({ name }) => name) ?? []

describe('enabled', () => {
  it('R9 false keeps the tool out of the request, and a call of it is answered, not run', async () => {
    let ran = 0
    const off = anyTool('off', () => ran++, { enabled: () => false })
    const { agent, model } = agentUnderTest([calls(call('off')), 'done'], {
      tools: [off, anyTool('on')],
    })
    const { messages } = await agent.chat('go')
    expect(listedIn(model.requests[0])).toEqual(['on'])
    expect(ran).toBe(0)
    expect(answersIn(messages)).toMatchObject([{ status: 'disabled' }])
    expect(told(answersIn(messages)[0])).toMatchObject({
      error: { name: 'DisabledToolError', tool: 'off' },
    })
  })

  it('R9 with a reason tells the model at the end of the request, and in the answer', async () => {
    const off = anyTool('save', undefined, { enabled: () => unavailable('Sign in first') })
    const { agent, model } = agentUnderTest([calls(call('save')), 'done'], { tools: [off] })
    const { messages } = await agent.chat('go')
    expect(listedIn(model.requests[0])).toEqual([])
    expect(endOf(model.requests[0])).toContain('save: Sign in first')
    expect(told(answersIn(messages)[0])).toMatchObject({ error: { reason: 'Sign in first' } })
    const registered = agent.scopes.find('save')
    expect(registered && agent.scopes.isToolOn(registered)).toEqual({
      enabled: false,
      reason: 'Sign in first',
    })
  })

  it.each([
    ['an error', new Error('Sign in first'), 'Sign in first'],
    ['a number', 403, '403'],
    ['an element', { type: 'b', props: {} }, undefined],
    ['nothing', undefined, undefined],
    ['null', null, undefined],
    ['blank text', ' ', undefined],
  ])(
    'R69 with %s as the reason ends no run, and is told if it has words',
    async (_, reason, words) => {
      for (const give of [unavailable, (given: string) => ({ available: false, reason: given })]) {
        const enabled = (() => give(reason as never)) as Enabled
        const { agent, model } = agentUnderTest([calls(call('save')), 'done'], {
          tools: [anyTool('save', undefined, { enabled })],
        })
        agent.scopes.register(new Scope({ name: 's', enabled, tools: [anyTool('other')] }))
        const { messages, content } = await agent.chat('go')
        expect(content).toBe('done')
        if (words) expect(endOf(model.requests[0])).toContain(`save: ${words}`)
        else expect(JSON.stringify(model.requests[0])).not.toContain('save')
        expect(answersIn(messages)).toMatchObject([{ status: 'disabled' }])
      }
    },
  )

  it('R9 true at the request and false at the call is DisabledToolError', async () => {
    let on = true
    let ran = 0
    const { agent, model } = agentUnderTest(
      [
        () => {
          on = false
          return calls(call('x'))
        },
        'done',
      ],
      { tools: [anyTool('x', () => ran++, { enabled: () => on })] },
    )
    const { messages } = await agent.chat('go')
    expect(listedIn(model.requests[0])).toEqual(['x'])
    expect(listedIn(model.requests[1])).toEqual([])
    expect(answersIn(messages)).toMatchObject([{ status: 'disabled' }])
    expect(ran).toBe(0)
  })

  it('R9 false at the request and true by the call before: the model gets it in the next', async () => {
    let selected = false
    const { agent, model } = agentUnderTest([calls(call('select')), calls(call('remove')), 'ok'], {
      tools: [
        anyTool('select', () => (selected = true)),
        anyTool('remove', () => 'gone', { enabled: () => selected || unavailable('Select first') }),
      ],
    })
    const { messages } = await agent.chat('go')
    expect(model.requests.map(listedIn)).toEqual([
      ['select'],
      ['select', 'remove'],
      ['select', 'remove'],
    ])
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['ok', 'ok'])
  })

  it('R9 can be a value that announces its changes', async () => {
    let on = false
    const enabled: Enabled = { get: () => on, subscribe: () => () => undefined }
    const { agent, model } = agentUnderTest(['1', '2'], {
      tools: [anyTool('x', undefined, { enabled })],
    })
    await agent.chat('go')
    on = true
    await agent.chat('go')
    expect(model.requests.map(listedIn)).toEqual([[], ['x']])
  })

  it.each([1, 'yes', null, undefined, {}])('R9 %j is not true', async (answer) => {
    vi.spyOn(console, 'error').mockReturnValue()
    const enabled = (() => answer) as unknown as () => boolean
    const { agent, model } = agentUnderTest(['hi'], {
      tools: [anyTool('x', undefined, { enabled })],
    })
    await agent.chat('go')
    expect(listedIn(model.requests[0])).toEqual([])
  })

  it('R9 that throws turns the tool off, and is reported once', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const broken = (): boolean => {
      throw new Error('no store')
    }
    const { agent, model } = agentUnderTest([calls(call('x')), calls(call('x')), 'done'], {
      tools: [anyTool('x', undefined, { enabled: broken }), anyTool('y')],
    })
    const run = agent.chat('go')
    const { messages } = await run
    expect(listedIn(model.requests[0])).toEqual(['y'])
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['disabled', 'disabled'])
    const warnings = run.events.filter(({ type }) => type === 'agent:warning')
    expect(warnings).toMatchObject([{ message: expect.stringContaining('no store') }])
  })

  it('R9 R10 that throws on a scope turns all of it off, and is reported once', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const scope = new Scope({
      name: 's',
      tools: [anyTool('x'), anyTool('y')],
      context: () => 'SECRET',
      enabled: () => {
        throw new Error('no store')
      },
    })
    const { agent, model } = agentUnderTest(['hi'], { scopes: [scope] })
    const run = agent.chat('go')
    await run
    expect(listedIn(model.requests[0])).toEqual([])
    expect(endOf(model.requests[0])).not.toContain('SECRET')
    expect(run.events.filter(({ type }) => type === 'agent:warning')).toHaveLength(1)
  })

  it('R9 a context that throws is left out, and is reported once', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const scope = new Scope({
      name: 's',
      tools: [anyTool('x')],
      context: () => {
        throw new Error('no data')
      },
    })
    const { agent, model } = agentUnderTest([calls(call('x')), 'done'], { scopes: [scope] })
    const run = agent.chat('go')
    await run
    expect(listedIn(model.requests[0])).toEqual(['x'])
    expect(endOf(model.requests[0])).not.toContain('scope-context')
    expect(run.events.filter(({ type }) => type === 'agent:warning')).toMatchObject([
      { message: expect.stringMatching(/"s".*no data/) },
    ])
  })
})

describe('a scope', () => {
  it('R10 that is off turns its tools off, and hides its context', async () => {
    let ran = 0
    const scope = new Scope({
      name: 's',
      tools: [anyTool('x', () => ran++)],
      context: () => 'SECRET',
      enabled: () => unavailable('Open the page'),
    })
    const { agent, model } = agentUnderTest([calls(call('x')), 'done'], { scopes: [scope] })
    const { messages } = await agent.chat('go')
    expect(listedIn(model.requests[0])).toEqual([])
    expect(endOf(model.requests[0])).not.toContain('SECRET')
    expect(ran).toBe(0)
    expect(told(answersIn(messages)[0])).toMatchObject({ error: { reason: 'Open the page' } })
  })

  it('R10 that is unregistered between request and call is answered, not run', async () => {
    let ran = 0
    let leave = (): void => undefined
    const { agent } = agentUnderTest([
      () => {
        leave()
        return calls(call('x'))
      },
      'done',
    ])
    leave = agent.scopes.register(new Scope({ name: 's', tools: [anyTool('x', () => ran++)] }))
    const { messages } = await agent.chat('go')
    expect(ran).toBe(0)
    expect(answersIn(messages)).toMatchObject([{ status: 'stale' }])
  })

  it('R10 that goes while arguments are checked is answered, not run', async () => {
    let ran = 0
    let leave = (): void => undefined
    const parameters = z.object({}).refine(async () => {
      leave()
      return true
    })
    const tool = new Tool({ name: 'x', description: 'x', parameters, handler: () => ran++ })
    const { agent } = agentUnderTest([calls(call('x')), 'done'])
    leave = agent.scopes.register(new Scope({ name: 's', tools: [tool] }))
    const { messages } = await agent.chat('go')
    expect(ran).toBe(0)
    expect(answersIn(messages)).toHaveLength(1)
  })

  it('R10 whose earlier call unregisters it leaves the later call answered, not run', async () => {
    let leave = (): void => undefined
    const ran: string[] = []
    const { agent } = agentUnderTest([calls(call('first'), call('second')), 'done'])
    agent.scopes.register(new Scope({ name: 'p', tools: [anyTool('first', () => leave())] }))
    leave = agent.scopes.register(
      new Scope({ name: 's', tools: [anyTool('second', () => ran.push('second'))] }),
    )
    const { messages } = await agent.chat('go')
    expect(ran).toEqual([])
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['ok', 'stale'])
  })

  it('R10 registered by a call offers its tools in the very next request', async () => {
    const { agent, model } = agentUnderTest([calls(call('open')), calls(call('inner')), 'done'], {
      tools: [
        anyTool('open', () => {
          agent.scopes.register(new Scope({ name: 'dialog', tools: [anyTool('inner')] }))
        }),
      ],
    })
    const { messages } = await agent.chat('go')
    expect(model.requests.map(listedIn)).toEqual([['open'], ['open', 'inner'], ['open', 'inner']])
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['ok', 'ok'])
  })
})
