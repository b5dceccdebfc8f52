import { call, calls, flush, promptFaults } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { createPages } from '../../test/pages-under-test.ts'
import type { Agent, AgentOptions, CallResult, EventType } from '../index.ts'
import { memoryStorage } from '../features/keeping/index.ts'
import { pluginAt } from '../../test/plugin-at.ts'

const results = [
  { callId: 'c1', result: 'one' },
  { callId: 'c2', error: new Error('no such order') },
]

/** Makes an agent whose run has returned the calls `c1` of `a` and `c2` of `b`. */
async function returned(options: Partial<AgentOptions> = {}) {
  const under = agentUnderTest([calls(call('a', {}, 'c1'), call('b', {}, 'c2')), 'done', 'more'], {
    tools: [anyTool('a'), anyTool('b')],
    ...options,
  })
  await under.agent.with({ calls: { mode: 'return' } }).chat('go')
  return under
}

const statuses = ({ history }: Agent): string[] =>
  answersIn(history.messages).map(({ id, status }) => `${id} ${status}`)

const refuse = (): never => {
  throw new Error('a plug-in')
}

const ends: [string, (agent: Agent, signal: AbortSignal) => unknown][] = [
  ['a plug-in of the result that throws', (agent) => agent.use(pluginAt('after call', refuse))],
  ['a plug-in of the error that throws', (agent) => agent.use(pluginAt('call error', refuse))],
  ['a plug-in of messages that throws', (agent) => agent.use(pluginAt('message', refuse))],
  ['a plug-in of the start that throws', (agent) => agent.use(pluginAt('run start', refuse))],
  [
    'a plug-in that never ends',
    (agent, signal) => {
      agent.use(pluginAt('after call', () => new Promise(() => undefined)))
      const stop = (): void => queueMicrotask(() => agent.cancel())
      agent.on('agent:tool_started', stop, { once: true, signal })
    },
  ],
  ...(['started', 'tool_started', 'tool_succeeded', 'tool_failed'] as const).map(
    (name): [string, (agent: Agent, signal: AbortSignal) => unknown] => [
      `a Stop at ${name}`,
      (agent, signal) =>
        agent.on(`agent:${name}` as EventType, () => agent.cancel(), { once: true, signal }),
    ],
  ),
]

describe('results that were given for calls that have run', () => {
  it.each(ends)('R67 are the answers of their calls after %s', async (_what, end) => {
    for (const storage of [undefined, memoryStorage()]) {
      const { agent, model } = await returned({ storage })
      const over = new AbortController()
      end(agent, over.signal)
      await agent.resume({ results }).catch(() => undefined)
      expect(statuses(agent)).toEqual(['c1 ok', 'c2 error'])
      expect(agent.history.messages.every(({ role }, at) => at < 2 || role === 'tool')).toBe(true)
      over.abort()
      expect(model.requests).toHaveLength(1)
      await agent.chat('and now?').catch(() => undefined)
      expect(statuses(agent)).toEqual(['c1 ok', 'c2 error'])
      if (!storage) continue
      const again = agentUnderTest(['on'], { storage })
      await again.agent.chat('and now?')
      expect(statuses(again.agent)).toEqual(['c1 ok', 'c2 error'])
      expect(promptFaults(again.model.requests[0]?.prompt ?? [])).toEqual([])
    }
  })

  it('R67 are the answers of their calls if the signal is aborted or the run is cancelled at once', async () => {
    for (const signal of [AbortSignal.abort(), undefined]) {
      const { agent } = await returned()
      const run = agent.resume({ results: results, signal })
      run.cancel()
      await failureOf(run)
      expect(statuses(agent)).toEqual(['c1 ok', 'c2 error'])
      expect((await agent.chat('on')).content).toBe('done')
      expect(statuses(agent)).toEqual(['c1 ok', 'c2 error'])
    }
  })

  it('R67 are withheld in words after a plug-in that threw', async () => {
    for (const name of ['after call', 'call error'] as const) {
      const { agent } = await returned()
      agent.use(pluginAt(name, refuse))
      await agent.resume({ results: results }).catch(() => undefined)
      const [one, two] = answersIn(agent.history.messages).map(({ content }) => content)
      expect(one?.includes('withheld')).toBe(name === 'after call')
      expect(two?.includes('withheld')).toBe(name === 'call error')
      expect(two?.includes('no such order')).toBe(name === 'after call')
    }
  })

  it('R67 are the answers of their calls where a plug-in answers in place of the run', async () => {
    const { agent, model } = await returned()
    agent.use({ name: 'instead', run: () => ({ content: 'Later.' }) })
    expect((await agent.resume({ results })).content).toBe('Later.')
    expect(statuses(agent)).toEqual(['c1 ok', 'c2 error'])
    expect(model.requests).toHaveLength(1)
  })

  it('R67 are no calls that a plug-in can still keep from running', async () => {
    const { agent } = await returned()
    agent.use(pluginAt('before call', refuse))
    expect((await agent.resume({ results: results })).content).toBe('done')
    expect(statuses(agent)).toEqual(['c1 ok', 'c2 error'])
  })

  it('R67 may be promises, and one that a cancel overtakes is interrupted', async () => {
    const { agent } = await returned()
    const run = agent.resume({
      results: [
        { callId: 'c1', result: Promise.resolve('one') },
        { callId: 'c2', result: new Promise(() => undefined) },
      ],
    })
    await flush()
    run.cancel()
    await failureOf(run)
    expect(statuses(agent)).toEqual(['c1 ok', 'c2 interrupted'])
  })

  it.each([undefined, null])(
    'R12 %s in their place is refused, in production too, and answers nothing',
    async (none) => {
      vi.stubEnv('NODE_ENV', 'production')
      const { agent } = await returned()
      const before = agent.history.messages
      const given = none as unknown as readonly CallResult[]
      expect((await failureOf(agent.resume({ results: given }))).message).toContain('needs a list')
      expect((await agent.resume({ results: given, from: before })).error?.message).toContain(
        'a list',
      )
      expect(agent.history.messages).toEqual(before)
      expect((await agent.resume({ results: results })).content).toBe('done')
      vi.unstubAllEnvs()
    },
  )
})

describe('given results whose page ends while a plug-in works on one', () => {
  const rest = [
    { callId: 'c1', result: 1 },
    { callId: 'c2', result: 2 },
  ]
  it.each([
    ['can be given again', (agent: Agent) => agent.resume({ results: rest }), ['c1 ok', 'c2 ok']],
    [
      'are missing, and their calls have an unknown outcome, if another turn begins',
      (agent: Agent) => agent.chat('and now?'),
      ['c1 interrupted', 'c2 interrupted'],
    ],
  ] as const)('R67 %s, and no handler runs the calls', async (_what, next, told) => {
    const pages = createPages()
    const before = pages.open()
    const ran: unknown[] = []
    const tools = [anyTool('a', () => ran.push('a')), anyTool('b', () => ran.push('b'))]
    const asked = agentUnderTest([calls(call('a', {}, 'c1'), call('b', {}, 'c2')), 'done'], {
      storage: before.storage,
      tools,
    })
    await asked.agent.with({ calls: { mode: 'return' } }).chat('go')
    const hook = vi.fn(() => new Promise<never>(() => undefined))
    const hangAtSecond = ({ call: { id } }: { call: { id: string } }) =>
      id === 'c2' ? hook() : undefined
    asked.agent.use(pluginAt('after call', hangAtSecond))
    void asked.agent.resume({ results: rest }).catch(() => 0)
    await vi.waitFor(() => expect(hook).toHaveBeenCalled())
    await before.die()
    const { agent, model } = agentUnderTest(['done'], { storage: pages.open().storage, tools })
    await agent.sessions.opening
    expect(agent.sessions.getState().isInterrupted).toBe(false)
    await next(agent)
    expect(ran).toEqual([])
    expect(statuses(agent)).toEqual(told)
    expect(
      answersIn(agent.history.messages)
        .map(({ content }) => content)
        .join(),
    ).not.toContain('did not run')
    expect(promptFaults(model.requests[0]?.prompt ?? [])).toEqual([])
  })
})
