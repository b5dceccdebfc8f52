import { call, calls, text } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { memoryAudit } from '../features/audit/index.ts'
import { memoryLedger } from '../features/budgets/index.ts'
import { runAgent } from '../features/code/index.ts'
import { type AgentEvent, type AgentOptions, conversation, type Message } from '../index.ts'
import { memoryStorage } from '../features/keeping/index.ts'
import { pluginAt } from '../../test/plugin-at.ts'

afterEach(() => vi.restoreAllMocks())

const story = () => [text('Look', calls(call('x'))), 'done', text('More', calls(call('x'))), 'done']

/** Makes an agent, and collects every session id that it tells. */
function told(options: Partial<AgentOptions> = {}) {
  const ids = new Set<string | undefined>()
  const ledger = memoryLedger()
  const audit = memoryAudit()
  const events: AgentEvent[] = []
  const keys: string[] = []
  const { agent } = agentUnderTest(story(), {
    tools: [
      anyTool('x', (_, ctx) => {
        ids.add(ctx.run.sessionId)
        keys.push(ctx.idempotencyKey)
      }),
    ],
    use: [
      conversation({
        append: (_: Message, at: { sessionId: string }) => void ids.add(at.sessionId),
      }),
      ledger,
      audit,
    ],
    ...options,
  })
  agent.on('*', (event) => events.push(event))
  agent.use(pluginAt('run start', ({ run }) => void ids.add(run.sessionId)))
  agent.use(pluginAt('before request', ({ run }) => void ids.add(run.sessionId)))
  agent.use(pluginAt('run end', ({ run }) => void ids.add(run.sessionId)))
  return {
    agent,
    events,
    keys,
    all: () => [
      ...new Set([
        ...ids,
        ...ledger.rows.map(({ sessionId }) => sessionId),
        ...audit.query().map(({ sessionId }) => sessionId),
      ]),
    ],
  }
}

describe('sessionId of a call', () => {
  it('R74 of `execute` is on its report, events, rows, plug-ins and tools', async () => {
    const { agent, all, events } = told()
    const own = agent.sessions.current
    const { report } = await agent.execute('go', { sessionId: 'user_42' })
    expect(report.sessionId).toBe('user_42')
    expect(all()).toEqual(['user_42'])
    expect(events.length).toBeGreaterThan(5)
    expect(events.some(({ type }) => type === 'agent:delta')).toBe(true)
    expect(new Set(events.map(({ sessionId }) => sessionId))).toEqual(new Set(['user_42']))
    expect(agent.sessions.current).toBe(own)
  })

  it('R74 of another conversation is refused where the open session would be mixed with it', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { agent } = told()
    const own = agent.sessions.current
    await agent.chat('go')
    const before = agent.history.messages
    const other: object = { sessionId: 'user_42' }
    const ways = [
      () => agent.chat('on', other),
      () => agent.chat('on', { ...other, onBusy: 'steer' }),
      () => agent.chat('on', { ...other, replaces: before[0]?.id }),
      () => agent.runTool('x', {}, other),
    ]
    for (const way of ways) expect(way).toThrow('"sessionId"')
    expect(() => agent.resume(other)).toThrow(/`sessionId` is not that of the open session/)
    expect(agent.history.messages).toBe(before)
    const again = { from: before[0]?.id, again: true, sessionId: own }
    expect((await agent.resume(again)).report.sessionId).toBe(own)
  })

  it('R74 joins the executes of one conversation, whose calls keep keys of their own', async () => {
    const { agent, all, keys } = told()
    const first = await agent.execute('go', { sessionId: 'user_42' })
    await agent.execute('on', { sessionId: 'user_42', history: first.messages })
    expect(all()).toEqual(['user_42'])
    expect(new Set(keys).size).toBe(2)
  })

  it('R74 is that of the runs inside it', async () => {
    const { agent, all } = told()
    const { report } = await runAgent(
      (_, ctx) => ctx.execute('go', { agent }).then(() => undefined),
      { sessionId: 'user_42' },
    )
    expect(report.sessionId).toBe('user_42')
    expect(report.children[0]?.sessionId).toBe('user_42')
    expect(all()).toEqual(['user_42'])
  })

  it('opens and writes no other stored session', async () => {
    const storage = memoryStorage()
    const { agent, all } = told({ storage })
    await agent.execute('go', { sessionId: 'other' })
    expect(all()).toEqual(['other'])
    expect(await agent.sessions.list()).toEqual([])
    expect(agent.sessions.current).not.toBe('other')
  })

  it('is on no event of a call without one', async () => {
    const { agent, events, all } = told()
    const { report } = await agent.chat('go')
    expect(report.sessionId).toBe(agent.sessions.current)
    expect(all()).toEqual([report.sessionId])
    expect(events.some((event) => 'sessionId' in event)).toBe(false)
  })

  it('R74 is on the report of a run that ended before it began', async () => {
    const { agent } = told()
    const { report, status } = await agent.execute('go', {
      sessionId: 'user_42',
      signal: AbortSignal.abort(),
    })
    expect([status, report.sessionId]).toEqual(['cancelled', 'user_42'])
  })
})

describe('session of an agent without a storage', () => {
  it('R74 is the id of its session until another is created', async () => {
    const { agent, all } = told({ session: 'user_42' })
    expect(agent.sessions.current).toBe('user_42')
    expect((await agent.chat('go')).report.sessionId).toBe('user_42')
    expect(all()).toEqual(['user_42'])
    expect(await agent.sessions.create()).not.toBe('user_42')
  })

  it.each(['latest', 'new', '', undefined])('is a new id for %j', (session) => {
    expect(told({ session }).agent.sessions.current).toMatch(/.{8}/)
  })

  it('is not the id of execute, which runs apart from the session', async () => {
    const { report } = await told({ session: 'user_42' }).agent.execute('go')
    expect(report.sessionId).not.toBe('user_42')
  })
})
