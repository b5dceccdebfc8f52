import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest } from '../test/agent-under-test.ts'
import { runAgent } from './features/code/index.ts'
import { type Agent, AgentError, type AgentPlugin, type EventHandlerMap } from './index.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** An agent, without its types: as plain JavaScript sees it. */
type Untyped = Record<'on' | 'use', (...given: unknown[]) => unknown>

const untyped = (agent: Agent): Untyped => agent as unknown as Untyped
const listen = (): void => undefined

describe.each(['development', 'production'])('a wrong handler in %s', (mode) => {
  beforeEach(() => vi.stubEnv('NODE_ENV', mode))

  /** Returns the words of an error in this mode. In production, its code has to do. */
  const inMode = (words: string, code: string): string =>
    mode === 'development' ? words : `(${code})`

  it.each<[string, unknown[]]>([
    ['an object of handlers', [{ 'agent:completed': listen }]],
    ['a handler alone', [listen]],
    ['no type', [undefined, listen]],
    ['no handler', ['agent:completed']],
    ['a handler that is not a function', ['agent:completed', { handle: listen }]],
  ])('is refused by `on`, with what to give: %s', (_what, given) => {
    const agent = untyped(agentUnderTest([]).agent)
    const add = (): unknown => agent.on(...given)
    expect(add).toThrow(AgentError)
    expect(add).toThrow(inMode('Give a type and a handler', 'handler'))
  })

  it.each<[string, unknown[], string, string]>([
    ['no plug-in', [], 'Give an object with a `name`', 'plugin'],
    ['a function alone', [listen], 'Give an object with a `name`', 'plugin'],
    ['a name and a function', ['run', listen], 'Give an object with a `name`', 'plugin'],
    ['an object without a name', [{ run: listen }], 'Give an object with a `name`', 'plugin'],
    ['a member that is not a function', [{ name: 'x', run: true }], 'Give a f', 'pluginMember'],
  ])('is refused by `use`, with what to give: %s', (_what, given, words, code) => {
    const agent = untyped(agentUnderTest([]).agent)
    const add = (): unknown => agent.use(...given)
    expect(add).toThrow(AgentError)
    expect(add).toThrow(inMode(words, code))
  })

  it.each<[string, unknown]>([
    ['a handler alone', listen],
    ['a list', [listen]],
    ['a text', 'agent:completed'],
    ['null', null],
    ['a handler that is not a function', { 'agent:completed': true }],
    ['null in place of a handler', { '*': null }],
  ])('is refused as the option `on` of an agent, a call and `runAgent`: %s', async (_what, on) => {
    const options = { on: on as unknown as EventHandlerMap }
    expect(() => agentUnderTest([], options)).toThrow(AgentError)
    const { agent } = agentUnderTest(['Hello'])
    expect(() => agent.chat('Hi', options)).toThrow(AgentError)
    expect(() => agent.execute('Hi', options)).toThrow(AgentError)
    expect(() => agent.runTool('x', {}, options as object)).toThrow(AgentError)
    expect(() => runAgent(() => 1, options)).toThrow(AgentError)
    // What was refused leaves nothing behind.
    expect((await agent.chat('Hi')).content).toBe('Hello')
  })

  it('leaves an agent that works, and the words of the user where they were', async () => {
    const { agent } = agentUnderTest(['one', 'two'])
    const ends: string[] = []
    agent.on('*', ({ type }) => void (/completed$|failed|cancelled/.test(type) && ends.push(type)))
    expect(() => untyped(agent).on({ 'agent:completed': listen })).toThrow(AgentError)
    await agent.chat('1')
    await agent.chat('2')
    expect(ends.filter((type) => type !== 'agent:request_completed')).toEqual([
      'agent:completed',
      'agent:completed',
    ])
    expect(agent.getState()).toMatchObject({ status: 'idle', error: undefined })
    expect(agent.history.messages).toHaveLength(4)
  })

  it('has no hint that can end a run: a console that throws changes nothing', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {
      throw new Error('the console is gone')
    })
    const { agent } = agentUnderTest(['one'], { limits: { costUsd: 1 } })
    agent.use({ name: 'x', message: listen, messages: listen } as AgentPlugin)
    const part = { type: 'text', text: 'Hi', cache: true } as const
    const run = agent.chat([part])
    expect((await run).content).toBe('one')
    expect(
      run.events.filter(({ type }) => /:(completed|failed|cancelled)$/.test(type)),
    ).toHaveLength(1)
    expect(agent.history.messages).toHaveLength(2)
  })
})
