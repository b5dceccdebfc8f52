import { flush } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  type AgentUnderTest,
  agentUnderTest,
  anyTool,
  failureOf,
} from '../../../test/agent-under-test.ts'
import { type Stored, anyOrder, seeded, shared } from '../../../test/seeded-storage.ts'
import type { AgentOptions, UserMessage } from '../../index.ts'
import { loadEngine } from '../../load-engine.ts'
import { type AgentStorage, memoryStorage } from './index.ts'

/** The number of orders in which the answers of the storage come. */
const orders = Array.from({ length: 30 }, (_, seed) => seed)

/** Begins an agent whose storage answers in an order of its own. */
function begin(
  { storage }: Stored,
  seed: number,
  options: Partial<AgentOptions> = {},
): AgentUnderTest {
  const late = anyOrder(storage, seed)
  return agentUnderTest(['One', 'Two', 'Three'], { storage: late, ...options })
}

/** Says something, and expects that neither the page, the model nor the storage mixes it up. */
async function expectOnly(
  { agent, model }: AgentUnderTest,
  stored: Stored,
  id: string,
  own: string | undefined,
): Promise<void> {
  await agent.sessions.opening
  expect(agent.sessions.current).toBe(id)
  await agent.chat('more')
  const { storage } = stored
  const others = ['words of A', 'words of B'].filter((words) => words !== own)
  const shown = JSON.stringify(agent.history.messages)
  const sent = JSON.stringify(model.requests)
  const kept = JSON.stringify(await storage.readMessages(id, { from: 0 }))
  for (const text of [shown, sent, kept]) {
    expect(text).toContain('more')
    if (own !== undefined) expect(text).toContain(own)
    for (const words of others) expect(text).not.toContain(words)
  }
  const words = { [stored.a]: 'words of A', [stored.b]: 'words of B' }
  for (const [other, text] of Object.entries(words)) {
    const rows = JSON.stringify(await storage.readMessages(other, { from: 0 }))
    expect(rows).toContain(text)
    if (other !== id) expect(rows).not.toContain('more')
  }
}

describe('the last call wins, in whatever order the storage answers', () => {
  it.each(orders)('R68 `create` at once gives a new session (%i)', async (seed) => {
    const stored = await seeded()
    const under = begin(stored, seed)
    const shown = vi.fn<(text: string) => void>()
    under.agent.history.subscribe(({ messages }) => shown(JSON.stringify(messages)))
    const id = await under.agent.sessions.create()
    await expectOnly(under, stored, id, undefined)
    expect(shown.mock.calls.flat().join()).not.toContain('words of')
  })

  it.each(orders)('R68 `open` at once opens that session alone (%i)', async (seed) => {
    const stored = await seeded()
    const under = begin(stored, seed)
    const shown = vi.fn<(text: string) => void>()
    under.agent.history.subscribe(({ messages }) => shown(JSON.stringify(messages)))
    await under.agent.sessions.open(stored.a)
    await expectOnly(under, stored, stored.a, 'words of A')
    expect(shown.mock.calls.flat().join()).not.toContain('words of B')
  })

  it.each(orders)('R68 `open`, then `create` gives a new session (%i)', async (seed) => {
    const stored = await seeded()
    const under = begin(stored, seed, { session: 'new' })
    await under.agent.sessions.opening
    const opening = failureOf(under.agent.sessions.open(stored.a))
    await expectOnly(under, stored, await under.agent.sessions.create(), undefined)
    expect((await opening).message).toContain('the last call counts')
  })

  it.each(orders)('R68 `open` of two opens the second (%i)', async (seed) => {
    const stored = await seeded()
    const under = begin(stored, seed)
    const opening = failureOf(under.agent.sessions.open(stored.a))
    await under.agent.sessions.open(stored.b)
    expect((await opening).message).toContain('the last call counts')
    await expectOnly(under, stored, stored.b, 'words of B')
  })

  it.each(orders)('R68 `create`, then `open` opens that session (%i)', async (seed) => {
    const stored = await seeded()
    const under = begin(stored, seed)
    void under.agent.sessions.create().catch(() => undefined)
    await under.agent.sessions.open(stored.a)
    await expectOnly(under, stored, stored.a, 'words of A')
  })

  it.each(orders)('R68 `open`, then `delete` of it shows nothing of it (%i)', async (seed) => {
    const stored = await seeded()
    const under = begin(stored, seed)
    const opening = under.agent.sessions.open(stored.a).catch(() => undefined)
    await under.agent.sessions.delete(stored.a)
    await opening
    await under.agent.sessions.opening
    await under.agent.chat('more')
    expect(JSON.stringify(under.agent.history.messages)).not.toContain('words of A')
    expect(await stored.storage.read(stored.a)).toBeUndefined()
  })

  it('R68 an `open` that finds nothing leaves the first session as it is', async () => {
    const stored = await seeded()
    const under = begin(stored, 1)
    expect((await failureOf(under.agent.sessions.open('none'))).message).toContain('"none"')
    await expectOnly(under, stored, stored.b, 'words of B')
  })
})

describe('a conversation that is deleted while it is read', () => {
  it.each(orders)('R68 is not shown, sent or stored again after a wipe (%i)', async (seed) => {
    const pages = shared(await seeded())
    const under = begin(pages, seed)
    const pause = (): Promise<unknown> => (seed % 3 ? flush() : Promise.resolve())
    for (let turn = 0; turn < seed / 2; turn++) await pause()
    pages.wipe()
    await under.agent.sessions.opening
    await under.agent.chat('more')
    expect(JSON.stringify(under.agent.history.messages)).not.toContain('words of')
    expect(JSON.stringify(under.model.requests)).not.toContain('words of')
    expect((await pages.storage.list()).map(({ messages }) => messages)).toEqual([2])
  })
})

describe('a conversation that is deleted while it is opened', () => {
  it.each(orders)('is the reason why `open` rejects (%i)', async (seed) => {
    const pages = shared(await seeded())
    const { agent } = begin(pages, seed, { session: 'new' })
    await agent.sessions.opening
    const opening = failureOf(agent.sessions.open(pages.a))
    for (let turn = 0; turn < seed % 5; turn++) await Promise.resolve()
    pages.wipe()
    expect((await opening).message).toContain(`no stored session "${pages.a}"`)
  })
})

describe('a conversation that is deleted while it is looked up', () => {
  it('R68 is never shown, so that nothing is said in it', async () => {
    const pages = shared(await seeded())
    const { storage } = pages
    const reading = Promise.withResolvers<void>()
    let isSlow = false
    const slow: AgentStorage = {
      ...storage,
      read: async (id) => {
        const row = await storage.read(id)
        if (isSlow) await reading.promise
        return row
      },
    }
    const { agent } = agentUnderTest(['One'], { storage: slow, session: 'new' })
    await agent.sessions.opening
    const shown: string[] = []
    agent.sessions.subscribe(({ current }) => shown.push(current))
    isSlow = true
    const opening = failureOf(agent.sessions.open(pages.a))
    await flush()
    pages.wipe()
    isSlow = false
    reading.resolve()
    expect((await opening).message).toContain(pages.a)
    expect(shown).not.toContain(pages.a)
  })
})

describe('what is said belongs to the session in which it was said', () => {
  it.each([
    ['without a storage', undefined],
    ['with a storage', memoryStorage()],
  ])('R68 before and after `create`, while code is loading, %s', async (_, storage) => {
    delete loadEngine.loaded
    const { agent, model } = agentUnderTest(['Two'], { storage })
    const before = failureOf(agent.chat('before'))
    const created = agent.sessions.create()
    const after = agent.chat('after')
    expect(await before).toMatchObject({ name: 'CancellationError' })
    await after
    expect(agent.sessions.current).toBe(await created)
    expect(agent.history.messages).toHaveLength(2)
    expect(JSON.stringify(model.requests)).not.toContain('before')
  })

  it('R68 while the chats of the session before still end', async () => {
    const { agent } = agentUnderTest([{ hang: true }, 'Two'], { storage: memoryStorage() })
    const before = failureOf(agent.chat('before'))
    await flush()
    const created = agent.sessions.create()
    const note = agent.runTool('none').catch(() => undefined)
    await agent.chat('after')
    await note
    expect(await before).toMatchObject({ name: 'CancellationError' })
    expect(agent.sessions.current).toBe(await created)
    expect(JSON.stringify(agent.history.messages)).not.toContain('before')
  })

  it('R68 asks in the session that was about to be opened, and nobody once that is left', async () => {
    const tool = anyTool('ask', (_args, ctx) => ctx.ask('Really?'))
    const { agent } = agentUnderTest([{ hang: true }, 'Two'], { tools: [tool] })
    agent.pending.attach('question')
    void agent.chat('before').catch(() => undefined)
    await flush()
    const created = agent.sessions.create()
    const asked = failureOf(agent.runTool('ask'))
    await created
    await vi.waitFor(() => expect(agent.pending.list('question')).toHaveLength(1))
    await agent.sessions.create()
    expect(await asked).toMatchObject({ reason: { kind: 'user', tag: 'session' } })
    expect(agent.pending.list('question')).toEqual([])
  })

  it('R68 is cancelled with a session that is not opened after all', async () => {
    const tool = anyTool('ask', (_args, ctx) => ctx.ask('Really?'))
    const { agent } = agentUnderTest([{ hang: true }, 'Two'], { tools: [tool] })
    agent.pending.attach('question')
    void agent.chat('before').catch(() => undefined)
    await flush()
    const first = failureOf(agent.sessions.create())
    const said = failureOf(agent.chat('between'))
    const asked = failureOf(agent.runTool('ask'))
    await agent.sessions.create()
    expect((await first).message).toContain('the last call counts')
    expect(await said).toMatchObject({ name: 'CancellationError' })
    expect(await asked).toMatchObject({ reason: { kind: 'user', tag: 'session' } })
    expect(agent.pending.list('question')).toEqual([])
    expect(agent.history.messages).toEqual([])
  })

  it('R68 is in the first session, though that is opened again before the last one was read', async () => {
    const stored = await seeded()
    const { storage } = stored
    const listing = Promise.withResolvers<void>()
    const slow = { ...storage, list: () => listing.promise.then(() => storage.list()) }
    const ended = Promise.withResolvers<void>()
    const tool = anyTool('work', () => ended.promise)
    const { agent } = agentUnderTest(['Two'], { storage: slow, tools: [tool] })
    const first = agent.sessions.current
    await flush()
    delete loadEngine.loaded
    const run = agent.runTool('work')
    await agent.sessions.create()
    await vi.waitFor(async () => expect(await storage.read(first)).toBeDefined())
    await agent.sessions.open(first)
    listing.resolve()
    await flush()
    ended.resolve()
    await run
    expect(agent.sessions.current).toBe(first)
    expect((await storage.readMessages(first, { from: 0 })).length).toBe(2)
    expect(await storage.readMessages(stored.b, { from: 0 })).toHaveLength(2)
  })

  it('R68 keeps a message that the page adds while the first session is read', async () => {
    const stored = await seeded()
    const under = begin(stored, 3)
    under.agent.history.append<UserMessage>(note)
    await under.agent.sessions.opening
    const texts = under.agent.history.messages.map(({ content }) => content)
    expect(texts).toEqual(['words of B', 'ok', 'a note'])
  })
})

const note = { id: 'note', role: 'user', source: 'app', createdAt: 1, content: 'a note' } as const

describe('a head that is in no row', () => {
  it.each([
    ['append', (under: AgentUnderTest) => under.agent.history.append<UserMessage>(note)],
    ['load', (under: AgentUnderTest) => under.agent.history.load([note])],
  ])('is not stored by `%s` outside a run', async (_name, add) => {
    const stored = await seeded()
    const under = agentUnderTest([], { storage: stored.storage })
    await under.agent.sessions.opening
    add(under)
    await flush()
    const again = agentUnderTest(['One'], { storage: stored.storage })
    await again.agent.chat('more')
    expect(JSON.stringify(again.model.requests)).toContain('words of B')
  })

  it.each([[1], [80]])('opens at the newest message (of %i turns)', async (turns) => {
    const storage: AgentStorage = memoryStorage()
    const { agent } = agentUnderTest(Array(turns).fill('ok'), { storage })
    for (let turn = 0; turn < turns; turn++) await agent.chat(`words ${turn}`)
    await storage.update(agent.sessions.current, { head: 'of another session' })
    const again = agentUnderTest(['One'], { storage })
    await again.agent.sessions.opening
    expect(again.agent.history.messages.at(-1)).toMatchObject({ content: 'ok' })
    await again.agent.chat('more')
    expect(JSON.stringify(again.model.requests)).toContain('words 0')
  })
})
