import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../../test/agent-under-test.ts'
import {
  AgentError,
  type AgentOptions,
  type Dependencies,
  type Message,
  Scope,
  toolCache,
} from '../../index.ts'
import { pluginAt } from '../../../test/plugin-at.ts'

/** Makes an agent whose model asks for `x` with each of these arguments, one after another. */
function subject(
  asked: readonly unknown[],
  handler: (args: Record<string, unknown>) => unknown,
  rest: Parameters<typeof anyTool>[2] = {},
  cache = toolCache(),
) {
  const replies = [...asked.map((args) => calls(call('x', args))), 'done']
  const tool = anyTool('x', handler, { result: { cache: { ttl: '1m' } }, ...rest })
  return agentUnderTest(replies, { tools: [tool], use: [cache] })
}

describe('toolCache', () => {
  it('R60 keys are nested arguments, in any order of their keys', async () => {
    let ran = 0
    const { agent } = subject(
      [
        { a: { b: [1, { c: 2, d: 3 }] }, e: 4 },
        { e: 4, a: { b: [1, { d: 3, c: 2 }] } },
        { e: 4, a: { b: [{ d: 3, c: 2 }, 1] } },
      ],
      () => ++ran,
    )
    const run = agent.chat('go')
    const { messages } = await run
    expect(answersIn(messages).map(({ content }) => content)).toEqual(['1', '1', '2'])
    const succeeded = run.events.filter(({ type }) => type === 'agent:tool_succeeded')
    expect(succeeded[0]).not.toHaveProperty('cached')
    expect(succeeded[1]).toMatchObject({ cached: true, charged: {}, result: 1 })
    expect(succeeded[2]).not.toHaveProperty('cached')
  })

  it('R60 keeps no error', async () => {
    let ran = 0
    const { agent } = subject([{}, {}, {}], () => {
      if (++ran === 1) throw new Error('no')
      return ran
    })
    const { messages } = await agent.chat('go')
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['error', 'ok', 'ok'])
    expect(ran).toBe(2)
  })

  it('R60 keeps until the time is up, what nobody can change', async () => {
    const { agent, clock } = subject([{}, {}, {}], () => ({ list: [clock.now()] }))
    agent.use(
      pluginAt('after call', ({ result }) => {
        Object.assign(result as object, { changed: true })
      }),
    )
    agent.use(
      pluginAt('before request', async ({ run }) => {
        if (run.iteration === 2) await clock.advance(60_000)
      }),
    )
    const { messages } = await agent.chat('go')
    const told = answersIn(messages).map(({ content }) => content)
    expect(told[1]).toBe(told[0])
    expect(told[2]).not.toBe(told[0])
  })

  it('R60 asks on a hit whether the tool is on', async () => {
    let ran = 0
    let asked = 0
    const { agent } = subject([{}, {}], () => ++ran, { enabled: () => asked === 0 || ran === 0 })
    agent.use(pluginAt('before call', () => void asked++))
    const { messages } = await agent.chat('go')
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['ok', 'disabled'])
  })

  it('R60 keeps nothing of a tool without `cache`, or without the agent’s', async () => {
    let ran = 0
    await subject([{}, {}], () => ++ran, { result: { cache: undefined } }).agent.chat('go')
    expect(ran).toBe(2)
    const { agent } = agentUnderTest([calls(call('x'), call('x')), 'done'], {
      tools: [anyTool('x', () => ++ran, { result: { cache: { ttl: '1m' } } })],
    })
    await agent.chat('go')
    expect(ran).toBe(4)
  })

  it('forgets the least recently used past `maxEntries`', async () => {
    const ran: unknown[] = []
    const { agent } = subject(
      [{ n: 1 }, { n: 2 }, { n: 1 }, { n: 3 }, { n: 1 }, { n: 2 }],
      ({ n }) => ran.push(n),
      {},
      toolCache({ maxEntries: 2 }),
    )
    await agent.chat('go')
    expect(ran).toEqual([1, 2, 3, 2])
    expect(() => toolCache({ maxEntries: 0 })).toThrow(AgentError)
  })

  it('does not keep what cannot be copied', async () => {
    let ran = 0
    const { agent } = subject([{}, {}], () => ({ ran: ++ran, act: () => 1 }))
    await agent.chat('go')
    expect(ran).toBe(2)
  })
})

describe('the results that a toolCache finds', () => {
  const cached = { result: { cache: { ttl: '1m' } } } as const
  const told = async (run: PromiseLike<{ messages: readonly Message[] }>): Promise<string> =>
    answersIn((await run).messages)
      .map(({ content }) => content)
      .join()
  /** Makes an agent that calls `x` at every second request. */
  const forever = (options: Partial<AgentOptions>) =>
    agentUnderTest(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? 'done' : calls(call('x')))),
      { use: [toolCache()], ...options },
    ).agent

  it('R60 are never those of another component’s tool of the same name', async () => {
    const agent = forever({})
    const page = (order: number) =>
      new Scope({ name: 'page', tools: [anyTool('x', () => order, cached)] })
    const leave = agent.scopes.register(page(1))
    expect(await told(agent.chat('go'))).toBe('1')
    leave()
    agent.scopes.register(page(2))
    expect(await told(agent.chat('go'))).toBe('2')
    agent.scopes.replaceTool(anyTool('x', () => 3, cached))
    expect(await told(agent.chat('go'))).toBe('3')
  })

  it('R60 are never those of another user or tenant', async () => {
    let ran = 0
    const agent = forever({ tools: [anyTool('x', () => ++ran, cached)] })
    expect(await told(agent.with({ user: { id: 'ann' } }).chat('go'))).toBe('1')
    expect(await told(agent.with({ user: { id: 'bob' } }).chat('go'))).toBe('2')
    expect(await told(agent.with({ user: { tenant: 'ann' } }).chat('go'))).toBe('3')
    expect(await told(agent.with({ user: { id: 'ann', tenant: 't' } }).chat('go'))).toBe('4')
    expect(await told(agent.with({ user: { id: 'ann' } }).chat('go'))).toBe('1')
  })

  it('R60 are never those of other dependencies', async () => {
    const tool = anyTool('x', (_args, { run }) => Object(run.dependencies).api(), cached)
    const agent = forever({ tools: [tool] })
    const [ann, bob] = [() => 'ann', () => 'bob']
    const as = (dependencies: object) => ({ dependencies: dependencies as Partial<Dependencies> })
    expect(await told(agent.with(as({ api: ann })).chat('go'))).toBe('"ann"')
    expect(await told(agent.with(as({ api: bob })).chat('go'))).toBe('"bob"')
    let ran = 0
    const counting = forever({ tools: [anyTool('x', () => ++ran, cached)] })
    await counting.with(as({ api: ann, url: 'a' })).chat('go')
    expect(await told(counting.with(as({ url: 'a', api: ann })).chat('go'))).toBe('1')
    expect(await told(counting.with(as({ url: 'b', api: ann })).chat('go'))).toBe('2')
  })

  it('R60 are never those of other metadata, which may be made anew', async () => {
    const tool = anyTool('x', (_args, { run }) => Object(run.metadata).for.role, cached)
    const agent = forever({ tools: [tool] })
    const as = (role: string) => agent.chat('go', { metadata: { for: { role } } as object })
    expect(await told(as('admin'))).toBe('"admin"')
    expect(await told(as('customer'))).toBe('"customer"')
    let ran = 0
    const counting = forever({ tools: [anyTool('x', () => ++ran, cached)] })
    await counting.chat('go', { metadata: { a: 1, b: [2] } as object })
    expect(await told(counting.chat('go', { metadata: { b: [2], a: 1 } as object }))).toBe('1')
  })

  it('R60 are never those of another state of the session', async () => {
    const tool = anyTool('x', (_args, { run }) => Object(run.state.get()).filter ?? 'all', cached)
    const agent = forever({ tools: [tool] })
    expect(await told(agent.chat('go'))).toBe('"all"')
    agent.use({
      name: 'filter',
      run: ({ run }, next) => {
        run.state.set({ filter: 'paid' } as object)
        return next()
      },
    })
    expect(await told(agent.chat('go'))).toBe('"paid"')
    await agent.sessions.create()
    expect(await told(agent.chat('go'))).toBe('"paid"')
  })

  it('R60 are shared by agents that have the same tool object and the same cache', async () => {
    let ran = 0
    const shared = { tools: [anyTool('x', () => ++ran, cached)], use: [toolCache()] }
    expect(await told(forever(shared).chat('go'))).toBe('1')
    expect(await told(forever(shared).execute('go'))).toBe('1')
    const own = { ...shared, tools: [anyTool('x', () => ++ran, cached)] }
    expect(await told(forever(own).chat('go'))).toBe('2')
  })

  it('R60 are shared by tools of one name and `result.cache.key`, as after a remount', async () => {
    const agent = forever({})
    const page = (order: number) =>
      new Scope({
        name: 'page',
        tools: [
          anyTool('x', () => ({ order, at: ++ran }), {
            result: { cache: { ttl: '1m', key: order } },
          }),
        ],
      })
    let ran = 0
    const answers: string[] = []
    for (const order of [1, 2, 1]) {
      const leave = agent.scopes.register(page(order))
      answers.push(await told(agent.chat('go')))
      leave()
    }
    expect(answers).toEqual(['{"order":1,"at":1}', '{"order":2,"at":2}', '{"order":1,"at":1}'])
  })

  it('R60 are not mixed up by a key that is a number and one that is text', async () => {
    const make = (key: string | number, value: number) =>
      new Scope({
        name: 's',
        tools: [anyTool('x', () => value, { result: { cache: { ttl: '1m', key } } })],
      })
    const agent = forever({})
    const leave = agent.scopes.register(make('1', 1))
    expect(await told(agent.chat('go'))).toBe('1')
    leave()
    agent.scopes.register(make(1, 2))
    expect(await told(agent.chat('go'))).toBe('2')
  })

  it('refuses a key that is neither text nor a number', () => {
    const key = {} as unknown as string
    expect(() => anyTool('x', () => 1, { result: { cache: { ttl: '1m', key } } })).toThrow(
      '`result.cache.key`',
    )
  })
})
