import { inEnvironment } from '../../environment.ts'
import { call, calls } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../../test/agent-under-test.ts'
import { type AgentEvent, type EventOf, Scope, unavailable } from '../../index.ts'
import { deferred, steadyTools } from './index.ts'
import { pluginAt } from '../../../test/plugin-at.ts'

afterEach(() => vi.restoreAllMocks())

interface Sent {
  readonly tools?: readonly { readonly name: string }[] | undefined
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
}

const namesOf = ({ tools = [] }: Sent): string => tools.map(({ name }) => name).join()

const endOf = ({ prompt }: Sent): string => JSON.stringify(prompt.at(-1))

/** Returns what a provider can cache of a request: all but the message at its end. */
const stablePart = ({ tools, prompt }: Sent): string =>
  JSON.stringify([tools, prompt.slice(0, -1)]).slice(0, -2)

describe('steadyTools', () => {
  it('changes no byte before the end of the request, whatever goes on or off', async () => {
    const on = { a: true, b: false, scope: true }
    const scopes = [
      new Scope({
        name: 'page',
        context: () => on,
        tools: [
          anyTool('a', () => (on.a = false), { enabled: () => on.a || unavailable('Used up') }),
          anyTool('b', undefined, { enabled: () => on.b }),
        ],
      }),
      new Scope({ name: 'more', enabled: () => on.scope, tools: [anyTool('c')] }),
    ]
    const { agent, model } = agentUnderTest(
      [calls(call('a'))],
      { scopes, use: [steadyTools()] },
      {
        otherwise: 'ok',
      },
    )
    await agent.chat('1')
    on.b = true
    on.scope = false
    await agent.chat('2')
    expect(model.requests.map(namesOf)).toEqual(['a,b,c', 'a,b,c', 'a,b,c'])
    for (const [at, request] of model.requests.slice(1).entries()) {
      const before = stablePart(model.requests[at] as Sent)
      expect(stablePart(request).startsWith(before)).toBe(true)
    }
    expect(endOf(model.requests[0] as Sent)).toContain('b: not available now')
    expect(endOf(model.requests[1] as Sent)).toContain('a: Used up\\nb: not available now')
    expect(endOf(model.requests[2] as Sent)).toContain('a: Used up\\nc: not available now')
  })

  it('refuses a call of a listed tool that is off, with its reason', async () => {
    const tools = [anyTool('save', undefined, { enabled: () => unavailable('Sign in first') })]
    const options = { tools, use: [steadyTools()] }
    const { agent, model } = agentUnderTest([calls(call('save')), 'ok'], options)
    const { messages } = await agent.chat('go')
    expect(namesOf(model.requests[0] as Sent)).toBe('save')
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({ status: 'disabled' })
  })

  it('says after the instructions what the list at the end means', async () => {
    const options = { instructions: 'Be kind.', tools: [anyTool('a')], use: [steadyTools()] }
    const { agent, model } = agentUnderTest(['hi', 'hi'], options)
    await agent.chat('1')
    await agent.chat('2', { tools: [] })
    const [first, second] = model.requests.map(({ prompt }) => prompt[0]?.content)
    expect(first).toMatch(/^Be kind\.\n\nTools that <unavailable-tools> names /)
    expect(second).toBe('Be kind.')
  })

  it('adds a new tool at the end, and keeps one that has left as unknown', async () => {
    const first = new Scope({ name: 'first', tools: [anyTool('a')] })
    const { agent, model } = agentUnderTest(['1', calls(call('a')), '2'], {
      use: [steadyTools()],
    })
    const leave = agent.scopes.register(first)
    await agent.chat('1')
    leave()
    agent.scopes.register(new Scope({ name: 'second', tools: [anyTool('b')] }))
    const { messages } = await agent.chat('2')
    expect(model.requests.map(namesOf)).toEqual(['a', 'a,b', 'a,b'])
    expect(endOf(model.requests[1] as Sent)).toContain('a: no longer on the page')
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({ status: 'unknown' })
  })

  it('forgets what has left once a cache is cold, or once most of the list has left', async () => {
    let now = 1_000_000
    const clock = { now: () => now, setTimeout, clearTimeout }
    const options = inEnvironment({ clock }, { use: [steadyTools()], tools: [anyTool('stay')] })
    const { agent, model } = agentUnderTest([], options, { otherwise: 'ok' })
    const page = (count: number, from: string): (() => void) =>
      agent.scopes.register(
        new Scope({
          name: from,
          tools: Array.from({ length: count }, (_, at) => anyTool(`${from}${at}`)),
        }),
      )
    page(1, 'x')()
    const leave = page(1, 'y')
    await agent.chat('1')
    leave()
    now += 4 * 60_000
    await agent.chat('2')
    now += 6 * 60_000
    await agent.chat('3')
    const leaveMany = page(17, 'z')
    await agent.chat('4')
    leaveMany()
    await agent.chat('5')
    const names = model.requests.map(namesOf)
    expect(names.slice(0, 3)).toEqual(['stay,y0', 'stay,y0', 'stay'])
    expect(names[3]?.split(',')).toHaveLength(18)
    expect(names[4]).toBe('stay')
  })

  it('is narrowed by the `tools` of a call', async () => {
    const { agent, model } = agentUnderTest(['1', '2', '3'], {
      tools: [anyTool('a'), anyTool('b')],
      use: [steadyTools()],
    })
    await agent.chat('1')
    await agent.chat('2', { tools: ['b', anyTool('own')] })
    await agent.chat('3')
    expect(model.requests.map(namesOf)).toEqual(['a,b', 'b,own', 'a,b'])
  })

  it('lists no tool of the page whose name a tool of the call has, also while that is hidden', async () => {
    const options = { tools: [anyTool('a'), anyTool('b')], use: [steadyTools()] }
    const { agent, model } = agentUnderTest(['1', '2'], options)
    await agent.chat('1')
    const own = anyTool('b', undefined, { visible: { off: 'secret' }, enabled: () => false })
    await agent.chat('2', { tools: ['a', own] })
    expect(model.requests.map(namesOf)).toEqual(['a,b', 'a'])
  })

  it('R85 begins anew with another session and another user', async () => {
    const toolList = steadyTools()
    const { agent, model } = agentUnderTest([], { use: [toolList] }, { otherwise: 'ok' })
    agent.scopes.register(new Scope({ name: 'all', tools: [anyTool('read')] }))
    const leave = agent.scopes.register(new Scope({ name: 'admin', tools: [anyTool('purge')] }))
    await agent.with({ user: { id: 'ada' } }).chat('1')
    leave()
    await agent.with({ user: { id: 'ada' } }).chat('2')
    await agent.with({ user: { id: 'bob' } }).chat('3')
    await agent.with({ user: { id: 'ada', tenant: 'other' } }).chat('4')
    await agent.sessions.create()
    await agent.with({ user: { id: 'ada' } }).chat('5')
    const names = model.requests.map(namesOf)
    expect(names).toEqual(['read,purge', 'read,purge', 'read', 'read', 'read'])
    for (const { prompt } of model.requests.slice(2)) {
      expect(JSON.stringify(prompt)).not.toContain('purge')
    }
  })

  describe('R85 at OpenAI, which can forbid tools of an unchanged list', () => {
    const off = (name: string) => anyTool(name, undefined, { enabled: () => false })
    const allowedIn = ({ providerOptions }: { readonly providerOptions?: object }) =>
      (providerOptions as { openai?: { allowedTools?: unknown } } | undefined)?.openai?.allowedTools

    it('allows the others, hosted ones of a plug-in among them', async () => {
      const options = { tools: [anyTool('a'), off('b')], use: [steadyTools()] }
      const { agent, model } = agentUnderTest(['1'], {
        ...options,
        request: { provider: { openai: { user: 'ada' } } },
      })
      const search = { type: 'provider', id: 'openai.web_search', name: 'web', args: {} } as const
      agent.use(
        pluginAt('before request', ({ request }) => ({
          request: { ...request, tools: [...(request.tools ?? []), search] },
        })),
      )
      await agent.chat('go')
      expect(model.requests[0]?.providerOptions).toEqual({
        openai: { user: 'ada', allowedTools: { toolNames: ['a', 'web'], mode: 'auto' } },
      })
    })

    it('allows no tool that has left the page', async () => {
      const { agent, model } = agentUnderTest(['1', '2'], {
        tools: [anyTool('a')],
        use: [steadyTools()],
      })
      const leave = agent.scopes.register(new Scope({ name: 's', tools: [anyTool('b')] }))
      await agent.chat('1')
      leave()
      await agent.chat('2')
      expect(model.requests.map(namesOf)).toEqual(['a,b', 'a,b'])
      expect(model.requests.map(allowedIn)).toEqual([undefined, { toolNames: ['a'], mode: 'auto' }])
    })

    it('leaves a choice of the app, and tools that the option cannot name', async () => {
      const own = { openai: { allowedTools: { toolNames: ['b'] } } }
      const tools = [anyTool('a'), off('b')]
      const chosen = agentUnderTest(['1'], {
        tools,
        use: [steadyTools()],
        request: { provider: own },
      })
      await chosen.agent.chat('go')
      expect(chosen.model.requests[0]?.providerOptions).toEqual(own)
      const forced = agentUnderTest(['1'], { tools, use: [steadyTools()] })
      forced.agent.use(
        pluginAt('before request', ({ request }) => ({
          request: { ...request, toolChoice: { type: 'required' } },
        })),
      )
      await forced.agent.chat('go')
      const toolList = deferred({ provider: 'openai', pinned: ['a'] })
      const searched = agentUnderTest(['1'], { tools, use: [toolList] })
      await searched.agent.chat('go')
      const none = agentUnderTest(['1'], { tools: [off('b')], use: [steadyTools()] })
      await none.agent.chat('go')
      for (const { model } of [forced, searched, none]) {
        expect(model.requests[0]).not.toHaveProperty('providerOptions')
      }
    })
  })
})

describe('the default tool list', () => {
  it('R85 holds only what is on: nothing off, throwing, in an off scope or unmounted', async () => {
    const on = { a: false, scope: false }
    const broken = () => {
      throw new Error('no store')
    }
    vi.spyOn(console, 'error').mockReturnValue()
    const { agent, model } = agentUnderTest(
      [calls(call('a'), call('c'), call('gone'))],
      {
        tools: [
          anyTool('always'),
          anyTool('a', undefined, { enabled: () => on.a }),
          anyTool('b', undefined, { enabled: broken }),
        ],
        scopes: [new Scope({ name: 's', enabled: () => on.scope, tools: [anyTool('c')] })],
      },
      { otherwise: 'ok' },
    )
    agent.scopes.register(new Scope({ name: 'left', tools: [anyTool('gone')] }))()
    const { messages } = await agent.chat('1')
    expect(namesOf(model.requests[0] as Sent)).toBe('always')
    expect(JSON.stringify(model.requests[0])).not.toMatch(/"(a|b|c|gone)"|a: |b: |c: |gone: /)
    expect(JSON.stringify(model.requests[0])).not.toContain('unavailable')
    expect(answersIn(messages).map(({ status }) => status)).toEqual([
      'disabled',
      'disabled',
      'unknown',
    ])
    on.a = true
    on.scope = true
    await agent.chat('2')
    expect(namesOf(model.requests.at(-1) as Sent)).toBe('always,a,c')
    vi.restoreAllMocks()
  })

  it.each(['', ' ', undefined, null])('tells no reason that is %j', async (reason) => {
    const tools = [
      anyTool('save', undefined, { enabled: () => unavailable('Sign in first') }),
      anyTool('none', undefined, { enabled: () => unavailable(reason as never) }),
    ]
    const { agent, model } = agentUnderTest(['1'], { tools })
    await agent.chat('go')
    expect(model.requests[0]).not.toHaveProperty('tools')
    expect(endOf(model.requests[0] as Sent)).toContain(
      '<unavailable-tools>\\nsave: Sign in first\\n</unavailable-tools>',
    )
  })
})

describe('visible', () => {
  type Off = 'remove' | 'secret' | 'explain' | undefined

  /** Returns what a request tells of a tool that is off, with and without a reason. */
  async function toldOf(own: Off, around: Off): Promise<string[]> {
    const scope = new Scope({
      name: 's',
      visible: { off: around },
      tools: [
        anyTool('bare', undefined, { visible: { off: own }, enabled: () => false }),
        anyTool('why', undefined, { visible: { off: own }, enabled: () => unavailable('Later') }),
      ],
    })
    const { agent, model } = agentUnderTest(['1'], { scopes: [scope] })
    await agent.chat('go')
    expect(model.requests[0]).not.toHaveProperty('tools')
    return endOf(model.requests[0] as Sent).match(/(bare|why): [\w ]+/g) ?? []
  }

  it.each<[Off, Off, string[]]>([
    [undefined, undefined, ['why: Later']],
    ['remove', undefined, ['why: Later']],
    ['secret', undefined, []],
    ['explain', undefined, ['bare: not available now', 'why: Later']],
    [undefined, 'explain', ['bare: not available now', 'why: Later']],
    [undefined, 'secret', []],
    ['explain', 'secret', []],
    ['secret', 'explain', []],
    ['remove', 'explain', ['why: Later']],
    ['explain', 'remove', ['why: Later']],
  ])('of a tool is %s and of its scope %s: told is %j', async (own, around, told) => {
    expect(await toldOf(own, around)).toEqual(told)
  })

  it('with `model: false` keeps a tool from the model also while it is on', async () => {
    const { agent, model } = agentUnderTest([calls(call('a')), 'ok'], {
      tools: [anyTool('a', undefined, { visible: { model: false } }), anyTool('b')],
    })
    const { messages } = await agent.chat('go')
    expect(namesOf(model.requests[0] as Sent)).toBe('b')
    expect(answersIn(messages)).toMatchObject([{ status: 'unknown' }])
    expect(await agent.runTool('a', {})).toBe('ok')
  })

  it('with `model: false` keeps a tool from the model that was given to the call alone', async () => {
    const { agent, model } = agentUnderTest([calls(call('a')), 'ok'])
    const tool = anyTool('a', undefined, { visible: { model: false } })
    const { messages } = await agent.chat('go', { tools: [tool, anyTool('b')] })
    expect(namesOf(model.requests[0] as Sent)).toBe('b')
    expect(answersIn(messages)).toMatchObject([{ status: 'unknown' }])
  })

  it('refuses another word also in production, and an unknown key', () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(() => anyTool('a', undefined, { visible: { off: 'hidden' as never } })).toThrow()
    vi.unstubAllEnvs()
    const misspelt = (): unknown =>
      anyTool('misspelt', undefined, { visible: { of: 'secret' } as never })
    expect(misspelt).toThrow(/"of" of `visible` of tool "misspelt".*Use `off`/)
  })
})

describe.each([
  ['steadyTools()', steadyTools],
  ['the default', () => undefined],
])('a secret tool, in the list %s', (_name, toolList) => {
  it('is unknown to the model while it is off, and a tool like others while it is on', async () => {
    let isAdmin = false
    const secret = {
      visible: { off: 'secret' } as const,
      enabled: () => isAdmin || unavailable('For admins'),
    }
    const { agent, model } = agentUnderTest([calls(call('purge')), '1', '2', '3', '4'], {
      tools: [anyTool('read'), anyTool('purge', undefined, secret)],
      scopes: [
        new Scope({
          name: 's',
          visible: { off: 'secret' },
          enabled: () => isAdmin,
          tools: [anyTool('ban')],
        }),
      ],
      use: [toolList()],
    })
    const { messages } = await agent.chat('1')
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({ status: 'unknown' })
    isAdmin = true
    await agent.chat('2')
    isAdmin = false
    await agent.chat('3')
    expect(model.requests.map(namesOf)).toEqual(['read', 'read', 'read,purge,ban', 'read'])
    expect(JSON.stringify(model.requests[0])).not.toMatch(/purge|ban|admins/)
    expect(endOf(model.requests[3] as Sent)).not.toMatch(/purge:|ban:/)
  })
})

describe('agent:request_started', () => {
  it('tells each tool with its state and reason, the contexts and the bytes', async () => {
    const scope = new Scope({
      name: 'orders',
      untrusted: true,
      context: () => 'é',
      tools: [
        anyTool('pay'),
        anyTool('refund', undefined, { enabled: () => unavailable('Your role may not refund') }),
      ],
    })
    const { agent, model } = agentUnderTest(['hi'], { scopes: [scope] })
    const started: EventOf<'agent:request_started'>[] = []
    agent.on('agent:request_started', (event) => started.push(event))
    const run = agent.chat('go')
    await run
    const [{ built, ...rest } = {} as EventOf<'agent:request_started'>] = started
    expect([built]).toMatchObject([
      {
        tools: [
          { name: 'pay', scope: 'orders', on: true, listed: true },
          { name: 'refund', on: false, reason: 'Your role may not refund', listed: false },
        ],
        contexts: [{ scope: 'orders', bytes: 4, untrusted: true }],
        bytes: { tools: JSON.stringify(model.requests[0]?.tools).length },
        taint: expect.any(String),
      },
    ])
    // The run keeps the same event, without the large part.
    expect(rest).toMatchObject({ iteration: 0, runId: run.id })
    expect(run.events.find(({ type }) => type === 'agent:request_started')).toEqual(rest)
  })

  it('evaluates no `enabled` again, and measures nothing if nobody listens', async () => {
    let count = 0
    const counted = { enabled: () => ++count > 0 }
    const { agent } = agentUnderTest(['1', '2'], { tools: [anyTool('a', undefined, counted)] })
    const measure = vi.spyOn(TextEncoder.prototype, 'encode')
    await agent.chat('1')
    expect(measure).not.toHaveBeenCalled()
    const alone = count
    agent.on('agent:request_started', ({ built }) => expect(built?.bytes.prompt).toBeGreaterThan(0))
    count = 0
    await agent.chat('2')
    expect(count).toBe(alone)
    expect(measure).toHaveBeenCalled()
    measure.mockRestore()
  })

  it('tells the scopes with their state', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const thrown = new Error('no role')
    const enabled = (): never => {
      throw thrown
    }
    const scopes = [
      new Scope({ name: 'orders', context: () => 1 }),
      new Scope({ name: 'audit', enabled, tools: [anyTool('seal')] }),
    ]
    const { agent } = agentUnderTest(['1'], { scopes })
    const built: EventOf<'agent:request_started'>['built'][] = []
    agent.on('agent:request_started', (event) => built.push(event.built))
    await agent.chat('1')
    expect(built[0]?.scopes).toEqual([
      { name: 'orders', on: true },
      { name: 'audit', on: false, thrown },
    ])
    expect(built[0]?.tools).toMatchObject([{ name: 'seal', scope: 'audit', on: false }])
  })

  it('tells what an `enabled` threw, and the request that plug-ins have changed', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const broken = {
      enabled: () => {
        throw new Error('no store')
      },
    }
    const { agent } = agentUnderTest(['hi'], { tools: [anyTool('a', undefined, broken)] })
    agent.use(
      pluginAt('before request', ({ request }) => ({
        request: { ...request, maxOutputTokens: 7 },
      })),
    )
    const built: unknown[] = []
    agent.on('agent:request_started', (event) => built.push(event.built))
    const heard: AgentEvent[] = []
    agent.on('*', (event) => heard.push(event))
    await agent.chat('go')
    const started = heard.filter(({ type }) => type === 'agent:request_started')
    expect(started).toHaveLength(1)
    expect(started[0]).not.toHaveProperty('built')
    expect(built).toMatchObject([
      { request: { maxOutputTokens: 7 }, tools: [{ on: false, thrown: new Error('no store') }] },
    ])
  })
})
