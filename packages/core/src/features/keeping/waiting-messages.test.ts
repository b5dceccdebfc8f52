import { calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { createPages } from '../../../test/pages-under-test.ts'
import type { SessionStep } from '../../../test/session-actions.ts'
import { sessionFaults } from '../../../test/session-faults.ts'
import { SessionsUnderTest } from '../../../test/session-pages.ts'
import { withWrite } from '../../../test/with-write.ts'
import { GuardrailError, inputGuardrail } from '../answers/index.ts'
import type { Agent } from '../../index.ts'
import { type AgentStorage, memoryStorage, type SessionRow } from './index.ts'

const hang = (): Promise<never> => new Promise(() => undefined)

const rowOf = async (storage: AgentStorage, { sessions }: Agent): Promise<SessionRow | undefined> =>
  storage.read(sessions.current)

const waitingOf = async (storage: AgentStorage, agent: Agent): Promise<unknown[]> =>
  ((await rowOf(storage, agent))?.waiting ?? []).map(({ content }) => content)

const textsOf = ({ history }: Agent): unknown[] =>
  history.messages.flatMap((message) => (message.role === 'user' ? [message.content] : []))

const unsentOf = ({ sessions }: Agent): unknown[] =>
  sessions.getState().unsent.map(({ content }) => content)

/** Opens a page that runs "first", while other messages wait. The page then dies. */
async function leftPage(...waiting: string[]): Promise<ReturnType<typeof createPages>> {
  const pages = createPages()
  const page = pages.open()
  const { agent } = agentUnderTest([hang], { storage: page.storage })
  void agent.chat('first')
  for (const text of waiting) void agent.chat(text, { onBusy: 'queue' })
  await vi.waitFor(async () => expect(await waitingOf(pages.storage, agent)).toEqual(waiting))
  await vi.waitFor(() => expect(textsOf(agent)).toEqual(['first']))
  await page.die()
  return pages
}

describe('what waits for its turn', () => {
  it('R84 is there after a reload, and is not sent by itself', async () => {
    const { storage } = await leftPage('second', 'third')
    const { agent, model } = agentUnderTest([], { storage })
    await agent.sessions.opening
    await vi.waitFor(() => expect(unsentOf(agent)).toEqual(['second', 'third']))
    expect(textsOf(agent)).toEqual(['first'])
    const taken = await agent.sessions.takeUnsent()
    expect(taken.map(({ content }) => content)).toEqual(['second', 'third'])
    expect(unsentOf(agent)).toEqual([])
    expect(await waitingOf(storage, agent)).toEqual([])
    expect(model.requests).toEqual([])
    expect(await agent.sessions.takeUnsent()).toEqual([])
  })

  it('R84 is there when the run before it is resumed by itself', async () => {
    const { storage } = await leftPage('second')
    const { agent } = agentUnderTest(['one', 'two'], { storage, session: { autoResume: true } })
    await vi.waitFor(() => expect(agent.history.messages).toHaveLength(2))
    await vi.waitFor(() => expect(unsentOf(agent)).toEqual(['second']))
    await agent.chat('other', { onBusy: 'queue' })
    expect(await waitingOf(storage, agent)).toEqual(['second'])
    const taken = await agent.sessions.takeUnsent()
    expect(taken.map(({ content }) => content)).toEqual(['second'])
    expect(await waitingOf(storage, agent)).toEqual([])
    expect(textsOf(agent)).toEqual(['first', 'other'])
  })

  it('R84 is taken while a run goes on', async () => {
    const { storage } = await leftPage('second')
    const { agent } = agentUnderTest([hang], { storage, session: { autoResume: true } })
    await vi.waitFor(() => expect(unsentOf(agent)).toEqual(['second']))
    await vi.waitFor(() => expect(agent.sessions.getState().running).toBe('here'))
    await agent.sessions.takeUnsent()
    expect(await waitingOf(storage, agent)).toEqual([])
    agent.cancel()
  })

  it('R84 is given to one page only', async () => {
    const { storage } = await leftPage('second')
    const one = agentUnderTest([], { storage }).agent
    const two = agentUnderTest([], { storage }).agent
    await vi.waitFor(() => expect(unsentOf(one)).toEqual(['second']))
    await vi.waitFor(() => expect(unsentOf(two)).toEqual(['second']))
    const taken = await Promise.all([one.sessions.takeUnsent(), two.sessions.takeUnsent()])
    expect(taken.flat()).toHaveLength(1)
  })

  it('R84 leaves the storage with the write of its message', async () => {
    const storage = memoryStorage()
    const { promise, resolve } = Promise.withResolvers<string>()
    const writes: string[] = []
    const watched = withWrite(storage, async (write, store) => {
      const row = await store(write)
      const { messages = [] } = write
      const stored = messages.some((m) => m.role === 'user' && m.content === 'second')
      const waits = row.waiting?.some(({ content }) => content === 'second')
      writes.push(`${stored ? 'stored' : ''}${waits ? 'waits' : ''}`)
      return row
    })
    const { agent } = agentUnderTest([() => promise, 'two'], { storage: watched })
    void agent.chat('first')
    const second = agent.chat('second', { onBusy: 'queue' })
    await vi.waitFor(async () => expect(await waitingOf(storage, agent)).toEqual(['second']))
    resolve('one')
    await second
    const kinds = writes.filter((kind, at) => kind !== writes[at - 1])
    expect(kinds.slice(kinds.indexOf('waits'))).toEqual(['waits', 'stored', ''])
    expect(await rowOf(storage, agent)).not.toHaveProperty('waiting')
  })

  it('R84 leaves the storage when the user removes it, and is unsent when the user stops all', async () => {
    const storage = memoryStorage()
    const { agent } = agentUnderTest([hang], { storage })
    void agent.chat('first')
    void agent.chat('second', { onBusy: 'queue' })
    void agent.chat('third', { onBusy: 'queue' })
    await vi.waitFor(async () =>
      expect(await waitingOf(storage, agent)).toEqual(['second', 'third']),
    )
    agent.queue.getState().waiting[0]?.cancel()
    await vi.waitFor(async () => expect(await waitingOf(storage, agent)).toEqual(['third']))
    agent.cancel({ kind: 'user' })
    await vi.waitFor(() => expect(unsentOf(agent)).toEqual(['third']))
    await vi.waitFor(async () => expect((await rowOf(storage, agent))?.run).toBeUndefined())
    expect(await waitingOf(storage, agent)).toEqual(['third'])
    const { agent: later } = agentUnderTest([], { storage })
    await later.sessions.opening
    await vi.waitFor(() => expect(unsentOf(later)).toEqual(['third']))
  })

  it('R84 has what was said to a run, and no request has taken', async () => {
    const pages = createPages()
    const page = pages.open()
    const { agent } = agentUnderTest([calls({ name: 'wait' })], {
      storage: page.storage,
      tools: [anyTool('wait', hang)],
    })
    void agent.chat('first')
    await vi.waitFor(() => expect(agent.history.messages).toHaveLength(2))
    void agent.chat('by the way', { onBusy: 'steer' })
    await vi.waitFor(async () =>
      expect(await waitingOf(pages.storage, agent)).toEqual(['by the way']),
    )
    await page.die()
    const { agent: later } = agentUnderTest([], { storage: pages.storage })
    await vi.waitFor(() => expect(unsentOf(later)).toEqual(['by the way']))
  })

  it('R84 has no text that a guardrail refused', async () => {
    const storage = memoryStorage()
    const { promise, resolve } = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([() => promise], {
      storage,
      use: [inputGuardrail('no-seconds', (text) => text !== 'second' || 'No.')],
    })
    void agent.chat('first')
    const second = agent.chat('second', { onBusy: 'queue' })
    await vi.waitFor(async () => expect(await waitingOf(storage, agent)).toEqual(['second']))
    resolve('one')
    expect(await failureOf(second)).toBeInstanceOf(GuardrailError)
    await vi.waitFor(async () => expect(await waitingOf(storage, agent)).toEqual([]))
  })

  it('R84 has the files of a message', async () => {
    const storage = memoryStorage()
    const { agent } = agentUnderTest([hang], { storage })
    void agent.chat('first')
    const data = new Blob(['abc'], { type: 'text/plain' })
    void agent.chat([{ type: 'file', data, filename: 'a.txt' }], { onBusy: 'queue' })
    await vi.waitFor(async () =>
      expect(await waitingOf(storage, agent)).toEqual([
        [{ type: 'file', data: 'YWJj', mediaType: 'text/plain', filename: 'a.txt' }],
      ]),
    )
    agent.cancel()
  })
})

describe('what waits in a session that is left', () => {
  it('R84 is unsent when the session is opened again, and in no other session', async () => {
    const storage = memoryStorage()
    const { agent } = agentUnderTest([hang], { storage })
    void agent.chat('first')
    void agent.chat('second', { onBusy: 'queue' })
    await vi.waitFor(async () => expect(await waitingOf(storage, agent)).toEqual(['second']))
    const { current } = agent.sessions
    const other = await agent.sessions.create()
    expect(unsentOf(agent)).toEqual([])
    await vi.waitFor(async () => expect((await storage.read(current))?.run).toBeUndefined())
    await agent.sessions.open(current)
    await vi.waitFor(() => expect(unsentOf(agent)).toEqual(['second']))
    expect(await storage.read(other)).toBeUndefined()
    await agent.sessions.takeUnsent()
    expect(await waitingOf(storage, agent)).toEqual([])
  })

  it('R84 goes with a session that is deleted', async () => {
    const storage = memoryStorage()
    const { agent } = agentUnderTest([hang], { storage })
    void agent.chat('first')
    void agent.chat('second', { onBusy: 'queue' })
    await vi.waitFor(async () => expect(await waitingOf(storage, agent)).toEqual(['second']))
    await agent.sessions.delete(agent.sessions.current)
    expect(unsentOf(agent)).toEqual([])
    expect(await storage.list()).toEqual([])
  })
})

describe('a session that is left while its last run is being stored', () => {
  it('R68 R84 has each message once, and the one that waits', async () => {
    const under = new SessionsUnderTest([3, 0, 3, 3, 0])
    const play = (ms: number, ...steps: SessionStep[]) => under.do({ steps, isCold: false, ms })
    const chat: SessionStep = { type: 'chat', tools: [], onBusy: 'queue' }
    await play(10, chat)
    await play(1, { type: 'open', at: 0 })
    await play(1, chat)
    await play(0, { type: 'create' })
    expect(await sessionFaults(under)).toEqual([])
    const [info] = await under.pages.storage.list()
    expect(info?.messages).toBe(2)
    expect((await under.pages.storage.read(info?.id ?? ''))?.waiting).toHaveLength(1)
  })
})

describe('a session that is left while what waits in it is being stored', () => {
  it('R68 R84 has each message once', async () => {
    const under = new SessionsUnderTest([0, 1, 0, 0, 10, 3, 0])
    const play = (ms: number, ...steps: SessionStep[]) => under.do({ steps, isCold: false, ms })
    const chat: SessionStep = { type: 'chat', tools: [], onBusy: 'queue' }
    const quick: SessionStep = { type: 'runTool', tool: 'quick' }
    await play(5, quick)
    await play(1, chat, { type: 'create' })
    await play(0, chat, { type: 'create' })
    await play(1, quick, quick)
    await play(5)
    await play(0, { type: 'create' }, quick)
    expect(await sessionFaults(under)).toEqual([])
  })
})

describe('a session that is left with something to store, and deleted by another page', () => {
  it('R68 is not stored again by an undo', async () => {
    const under = new SessionsUnderTest([0])
    const play = (isCold: boolean, ...steps: SessionStep[]) => under.do({ steps, isCold, ms: 0 })
    const chat: SessionStep = { type: 'chat', tools: [], onBusy: 'queue' }
    await play(false, { type: 'runTool', tool: 'keep' })
    await play(true, chat, { type: 'create' }, chat)
    await play(false, { type: 'wipe' })
    await play(false, { type: 'undo', at: 0 })
    expect(await sessionFaults(under)).toEqual([])
    expect(await under.pages.storage.list()).toEqual([])
  })
})
