import { inEnvironment } from './environment.ts'
import { call, calls, createFakeClock, flush, promptFaults, scriptedModel } from '@ambit/testing'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import {
  type AgentUnderTest,
  agentUnderTest,
  answersIn,
  anyTool,
} from '../test/agent-under-test.ts'
import { followups } from './features/answers/index.ts'
import { audit } from './features/audit/index.ts'
import { ledger } from './features/budgets/index.ts'
import { type Agent, type AgentOptions, conversation, Scope, toolCache } from './index.ts'

/** Returns a new function that throws. An error is reported once for each function. */
const broken = () => (): never => {
  throw new Error('broken')
}
const rejecting = () => (): Promise<never> => Promise.reject(new Error('broken'))

let logged: MockInstance
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => logged.mockRestore())

/** A run that uses every store: it asks the user, is approved, gives an artifact and an undo. */
const use = anyTool(
  'use',
  async (_args, ctx) => {
    ctx.artifact({ id: 'a', type: 'chart', data: 1 })
    ctx.undo(() => undefined)
    return ctx.ask('Which one?')
  },
  { effect: 'destructive' },
)

/** Runs a chat in which a user approves and answers, and a second one that waits for it. */
async function useAll({ agent }: AgentUnderTest): Promise<unknown[]> {
  agent.pending.attach('approval')
  agent.pending.attach('question')
  const runs = [agent.chat('go'), agent.chat('and again', { onBusy: 'queue' })]
  agent.on('agent:pending_added', ({ pending: { kind, id } }) => {
    if (kind === 'approval') agent.pending.approve(id)
    else void agent.pending.answer(id, 'this')
  })
  return Promise.all(runs.map(({ result }) => result.catch((error: unknown) => error)))
}

const stores = (agent: Agent) => ({
  history: agent.history,
  agent,
  pending: agent.pending,
  queue: agent.queue,
  calls: agent.calls,
  scopes: agent.scopes,
  sessions: agent.sessions,
})

const noFault = ({ agent, model }: AgentUnderTest): void => {
  for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
  expect(agent.getState()).toMatchObject({ status: 'idle' })
  const asked = agent.history.messages.flatMap((m) =>
    m.role === 'assistant' ? (m.calls ?? []) : [],
  )
  expect(answersIn(agent.history.messages)).toHaveLength(asked.length)
}

const replies = () => [calls(call('use', {}, 'c1')), 'done', 'again']

describe('a subscriber of a store that throws', () => {
  const names = Object.keys(stores(agentUnderTest([]).agent)) as (keyof ReturnType<typeof stores>)[]

  it.each(names)('R69 changes nothing for the runs or for others: %s', async (name) => {
    const test = agentUnderTest(replies(), { tools: [use] })
    const store = stores(test.agent)[name]
    let heard = 0
    store.subscribe(broken())
    store.subscribe(() => heard++)
    const done = await useAll(test)
    await test.agent.undo('c1')
    test.agent.scopes.register(new Scope({ name: 'more' }))
    await test.agent.sessions.create()
    expect(done).toMatchObject([{ content: 'done' }, { content: 'again' }])
    expect(heard).toBeGreaterThan(0)
    expect(logged).toHaveBeenCalledTimes(1)
    noFault(test)
  })

  it('R69 that is async is reported too', async () => {
    const test = agentUnderTest(['done'])
    // oxlint-disable-next-line typescript/no-misused-promises -- such a subscriber is the mistake
    test.agent.history.subscribe(rejecting())
    await test.agent.chat('go')
    await flush()
    expect(logged).toHaveBeenCalledTimes(1)
  })

  it('R69 reaches the uncaught errors of a page, and needs no working console', async () => {
    const reportError = vi.fn()
    vi.stubGlobal('document', {})
    vi.stubGlobal('reportError', reportError)
    logged.mockImplementation(broken())
    const test = agentUnderTest(['done'])
    test.agent.history.subscribe(broken())
    await test.agent.chat('go')
    vi.unstubAllGlobals()
    expect(reportError.mock.calls).toEqual([[new Error('broken')]])
  })
})

describe('a handler of an event that rejects', () => {
  it('R69 is reported once, and changes nothing', async () => {
    const test = agentUnderTest(['done'], { on: { '*': rejecting() } })
    expect((await test.agent.chat('go')).content).toBe('done')
    await flush()
    expect(logged).toHaveBeenCalledTimes(1)
  })
})

describe('a port or sink that throws', () => {
  const clock = { now: broken(), setTimeout: broken(), clearTimeout: broken() }
  const sink = { append: broken() }
  it.each<[string, Partial<AgentOptions>]>([
    ['clock', inEnvironment({ clock }, {})],
    ['createId', inEnvironment({ createId: broken() }, {})],
    ['random', inEnvironment({ random: broken() }, {})],
    ['conversation', { use: [conversation({ append: broken() })] }],
    ['conversation, async', { use: [conversation({ append: rejecting() })] }],
    ['ledger', { use: [ledger(sink)] }],
    ['ledger, async', { use: [ledger({ append: rejecting() })] }],
    ['audit', { use: [audit({ ...sink, query: broken(), export: broken() })] }],
    ['toolCache', { use: [toolCache({ store: { get: broken(), set: broken() } })] }],
    ['scope enabled', { scopes: [new Scope({ name: 's', enabled: broken() })] }],
    ['followups', { use: [followups({ model: scriptedModel([broken()]) })] }],
    ['scope context', { scopes: [new Scope({ name: 's', context: broken() })] }],
  ])('R69 fails no run: %s', async (_name, options) => {
    const cached = anyTool('use', () => 'used', {
      effect: 'read',
      result: { cache: { ttl: 1000 } },
    })
    const test = agentUnderTest([calls(call('use', {}, 'c1')), 'done'], {
      tools: [cached],
      limits: { time: 60_000 },
      ...options,
    })
    const run = test.agent.chat('go')
    expect(await run).toMatchObject({ content: 'done' })
    expect(answersIn(test.agent.history.messages)).toMatchObject([{ status: 'ok' }])
    expect(run.events.at(-1)?.type).toBe('agent:completed')
    noFault(test)
  })

  it('R69 registers a scope whose `enabled` cannot be watched', async () => {
    const test = agentUnderTest(['done'])
    const enabled = { get: () => true, subscribe: broken() }
    const leave = { get: () => true, subscribe: () => broken() }
    const scopes = [new Scope({ name: 'a', enabled }), new Scope({ name: 'b', enabled: leave })]
    for (const scope of scopes) test.agent.scopes.register(scope)()
    expect(test.agent.scopes.scopes).toEqual([])
    expect(logged).toHaveBeenCalledTimes(2)
  })

  it('R69 leaves no call open: preview, `when` and `decide`', async () => {
    const shown = anyTool('use', undefined, { approval: { preview: broken(), when: broken() } })
    const test = agentUnderTest([calls(call('use')), 'done'], {
      tools: [shown],
      approval: { decide: broken() },
    })
    expect(await test.agent.chat('go')).toMatchObject({ content: 'done' })
    expect(answersIn(test.agent.history.messages)).toMatchObject([{ status: 'denied' }])
    noFault(test)
  })

  it('R69 ends the run in words if `instructions` throws, because the model needs them', async () => {
    const test = agentUnderTest([calls(call('use', {}, 'c1')), 'done'], { tools: [use] })
    let asked = 0
    const instructions = (): string => (asked++ === 0 ? 'Be kind.' : broken()())
    const run = test.agent.with({ instructions }).chat('go')
    await expect(run.result).rejects.toThrow(/`instructions` could not be read.*broken/)
    expect(run.events.at(-1)?.type).toBe('agent:failed')
    noFault(test)
  })

  it('ends the run in words if `instructions` returns something else than text', async () => {
    const test = agentUnderTest(['done'])
    for (const [said, kind] of [
      [5, 'number'],
      [undefined, 'undefined'],
    ] as const) {
      const run = test.agent.with({ instructions: (() => said) as never }).chat('go')
      await expect(run.result).rejects.toThrow(`they are ${kind}, not text`)
    }
    expect(test.model.requests).toEqual([])
  })

  it('R69 uses a working clock again after a timer failed', async () => {
    const clock = createFakeClock()
    const setTimeout = vi.spyOn(clock, 'setTimeout').mockImplementationOnce(broken())
    const test = agentUnderTest(['done'], inEnvironment({ clock }, { limits: { time: 1000 } }))
    expect(await test.agent.chat('go')).toMatchObject({ content: 'done' })
    expect(setTimeout.mock.calls.length).toBeGreaterThan(1)
    expect(clock.pending).toBe(0)
  })
})
