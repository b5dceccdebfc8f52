import { type Reply, call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import {
  AgentError,
  type AgentOptions,
  type ApproveOptions,
  type Effect,
  Scope,
  type Tool,
} from '../index.ts'
import { type AgentStorage, type SessionNote, memoryStorage } from '../features/keeping/index.ts'
import { pendingOne, settleAll } from '../../test/pending-approvals.ts'

type Rest = Parameters<typeof anyTool>[2]

/** Creates an agent with an attached user, whose model calls `x` in every turn. */
function subject(rest: Rest = { approval: true }, options: Partial<AgentOptions> = {}) {
  let ran = 0
  const x = anyTool('x', () => void ran++, rest)
  const otherwise: Reply = ({ prompt }) =>
    prompt.at(-1)?.role === 'tool' ? 'done' : calls(call('x'))
  const scope = new Scope({ name: 's', tools: [x] })
  const under = agentUnderTest([], { scopes: [scope], ...options }, { otherwise })
  under.agent.pending.attach('approval')
  const chat = async (answer?: ApproveOptions): Promise<string | undefined> => {
    const run = under.agent.chat('go', {})
    if (answer) under.agent.pending.approve((await pendingOne(under.agent)).id, answer)
    await settleAll()
    const asks = under.agent.pending.list('approval').length > 0
    if (asks) run.cancel()
    const messages = await run.then(
      (result) => result.messages,
      () => [],
    )
    return asks ? 'asked' : answersIn(messages)[0]?.status
  }
  return { ...under, chat, ran: () => ran, x: x as Tool }
}

describe('remember', () => {
  it('R58 A7 does not ask again for the tool in its scope, visibly, until it is revoked', async () => {
    const { agent, chat } = subject()
    expect(await chat({ remember: true })).toBe('ok')
    expect(await chat()).toBe('ok')
    const [rule] = agent.pending.getState().remembered
    expect(rule).toMatchObject({ tool: 'x', scope: 's', title: 'X' })
    agent.pending.revoke(rule?.id ?? '')
    expect(agent.pending.getState().remembered).toEqual([])
    expect(await chat()).toBe('asked')
  })

  it('R58 A7 expires: after an hour, or after what was said', async () => {
    const { agent, chat, clock } = subject()
    await chat({ remember: '10m' })
    await clock.advance(599_999)
    expect(await chat()).toBe('ok')
    await clock.advance(1)
    expect(await chat({ remember: true })).toBe('ok')
    expect(agent.pending.getState().remembered).toHaveLength(1)
    await clock.advance(3_600_000)
    expect(await chat()).toBe('asked')
    expect(agent.pending.getState().remembered).toEqual([])
  })

  it('R58 A7 is never for what is destructive', async () => {
    const { agent, chat } = subject({ effect: 'destructive' })
    expect(await chat({ remember: true })).toBe('ok')
    expect(agent.pending.getState().remembered).toEqual([])
    expect(await chat()).toBe('asked')
  })

  it('R58 A16 holds for the tool as it was: another description, schema or effect asks anew', async () => {
    const { agent, chat } = subject()
    await chat({ remember: true })
    agent.scopes.replaceTool(anyTool('x', () => 1, { approval: true }))
    expect(await chat()).toBe('ok')
    const changed = { description: 'x, and it mails your files' }
    agent.scopes.replaceTool(anyTool('x', () => 1, { approval: true, ...changed }))
    expect(await chat()).toBe('asked')
    agent.scopes.replaceTool(anyTool('x', () => 1, { approval: true }))
    expect(await chat()).toBe('asked')
    expect(agent.pending.getState().remembered).toEqual([])
  })

  it('R58 A7 holds in its scope and for its user', async () => {
    const first = subject({ approval: true }, { user: { id: 'ada' } })
    await first.chat({ remember: true })
    const run = first.agent.with({ user: { id: 'eve' } }).chat('go')
    expect(await pendingOne(first.agent)).toMatchObject({ tool: 'x' })
    run.cancel()
    await run.catch(() => undefined)
    expect(await first.chat()).toBe('ok')
  })

  it('A7 a rule that is remembered again takes the place of the first', async () => {
    const { agent, chat } = subject({ approval: true }, { approval: {} })
    await chat({ remember: '1m' })
    const [rule] = agent.pending.getState().remembered
    agent.pending.revoke(rule?.id ?? '')
    await chat({ remember: '2m' })
    expect(agent.pending.getState().remembered).toHaveLength(1)
  })

  it('R73 is offered for what the tool says: key, tool, or nothing', async () => {
    const offers = async (rest: Rest) => {
      const { agent } = subject({ approval: true, ...rest })
      const run = agent.chat('go')
      const { canRemember, rememberKey } = await pendingOne(agent)
      run.cancel()
      await run.catch(() => undefined)
      return rememberKey ?? canRemember
    }
    const broken = () => {
      throw new Error('no key')
    }
    for (const effect of ['read', 'write'] as const) {
      expect(await offers({ effect })).toBe(true)
      expect(await offers({ effect, approval: { when: true, remember: false } })).toBe(false)
    }
    for (const effect of ['egress', 'destructive'] as const) {
      expect(await offers({ effect })).toBe(false)
      expect(await offers({ effect, approval: { when: true, remember: () => 'k' } })).toBe('k')
    }
    const none = [() => undefined, () => '', () => 'k'.repeat(1001), () => 5, broken]
    for (const remember of none) {
      const approval = { when: true, remember: remember as () => undefined }
      expect(await offers({ approval })).toBe(false)
    }
  })

  it('R73 cannot be for every call of a tool that sends or destroys', () => {
    const make = (effect: Effect) => () =>
      anyTool('x', undefined, { effect, approval: { remember: true } })
    expect(make('write')).not.toThrow()
    for (const effect of ['egress', 'destructive'] as const) {
      expect(make(effect)).toThrow(AgentError)
      expect(make(effect)).toThrow('Give a function')
    }
  })

  it('R73 with changed arguments is made only if they have the key that was shown', async () => {
    const remember = ({ to }: Record<string, unknown>) => String(to)
    const x = anyTool('x', undefined, { effect: 'destructive', approval: { remember } })
    const script = ['eve', 'eve'].flatMap((to) => [calls(call('x', { to, n: 1 })), 'done'])
    const { agent } = agentUnderTest(script, { tools: [x] })
    agent.pending.attach('approval')
    const allow = async (args: { to: string; n: number }): Promise<string[]> => {
      const run = agent.chat('go')
      agent.pending.approve((await pendingOne(agent)).id, { remember: true, args })
      await run
      return agent.pending.getState().remembered.map(({ key }) => key ?? '')
    }
    expect(await allow({ to: 'ada', n: 1 })).toEqual([])
    expect(await allow({ to: 'eve', n: 2 })).toEqual(['eve'])
  })

  it('R73 cannot change the arguments that run', async () => {
    const remember = (args: Record<string, unknown>) => {
      args['to'] = 'eve'
      return 'k'
    }
    const got: unknown[] = []
    const x = anyTool('x', (args) => void got.push(args), {
      effect: 'destructive',
      approval: { remember },
    })
    const { agent } = agentUnderTest([calls(call('x', { to: 'ada' })), 'done'], { tools: [x] })
    agent.pending.attach('approval')
    const run = agent.chat('go')
    agent.pending.approve((await pendingOne(agent)).id, { remember: true })
    await run
    expect(got).toEqual([{ to: 'ada' }])
  })

  it('R73 is hidden in another conversation, and ends with the deletion of its own', async () => {
    const { agent, chat } = subject({ approval: true }, { storage: memoryStorage() })
    await chat({ remember: true })
    const { pending: store, sessions } = agent
    const { current } = sessions.getState()
    expect(store.getState().remembered).toMatchObject([{ sessionId: current }])
    await sessions.create()
    expect(store.getState().remembered).toEqual([])
    expect(await chat()).toBe('asked')
    await sessions.open(current)
    expect(store.getState().remembered).toHaveLength(1)
    expect(await chat()).toBe('ok')
    await sessions.create()
    await sessions.delete(current)
    expect(store.rules).toEqual([])
  })

  it('R73 ends when everything stored is deleted elsewhere, as at a sign-out', async () => {
    const listeners = new Set<(note: SessionNote) => void>()
    const watch: AgentStorage['watch'] = (_id, listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
    const storage = { ...memoryStorage(), watch }
    const { agent, chat } = subject({ approval: true }, { storage })
    await chat({ remember: true })
    expect(agent.pending.rules).toHaveLength(1)
    for (const listener of listeners) listener({ type: 'gone' })
    await settleAll()
    expect(agent.pending.rules).toEqual([])
  })

  it('R73 covers no call apart from the conversation', async () => {
    const { agent, chat } = subject()
    await chat({ remember: true })
    const run = agent.execute('go')
    expect(await pendingOne(agent)).toMatchObject({ tool: 'x', canRemember: false })
    run.cancel()
    await run
  })

  it('R73 is in the events: what was made, and what covered a call', async () => {
    const { agent, chat } = subject({ approval: { when: true, remember: () => 'k' } })
    const told: unknown[] = []
    agent.on('agent:pending_resolved', (event) => {
      if (event.kind === 'approval') told.push({ by: event.by, remembered: event.remembered })
    })
    await chat({ remember: true })
    await chat()
    const [rule] = agent.pending.getState().remembered
    const remembered = { id: rule?.id, key: 'k', until: rule?.expiresAt }
    expect(told).toEqual([
      { by: 'user', remembered },
      { by: 'remembered', remembered },
    ])
  })
})
