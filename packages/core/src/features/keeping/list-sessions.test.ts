import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool } from '../../../test/agent-under-test.ts'
import { storeSaid } from '../../../test/said-sessions.ts'
import { AgentError, type Message } from '../../index.ts'
import { type AgentStorage, listSessions, memoryStorage, type SessionQuery } from './index.ts'
import type { Sessions } from '../../sessions.ts'

const sessionsOf = (storage: AgentStorage): Sessions =>
  agentUnderTest([], { storage, session: 'new' }).agent.sessions

const idsOf = async (sessions: Sessions, query?: SessionQuery): Promise<string[]> =>
  (await sessions.list(query)).map(({ id }) => id)

const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
const answer = (content: string, rest: Partial<Message> = {}): Partial<Message> =>
  ({ role: 'assistant', content, parts: [], usage, finishReason: 'stop', ...rest }) as Message
const result = (value: unknown, status = 'ok'): Partial<Message> =>
  ({ role: 'tool', name: 'find', status, content: JSON.stringify(value) }) as Message

/** Creates a storage from before there were queries. It lists all sessions, in another order. */
function plainStorage(storage: AgentStorage): AgentStorage {
  return { ...storage, list: async () => (await storage.list()).toReversed() }
}

describe.each([
  ['memoryStorage', memoryStorage],
  ['a storage that ignores queries', () => plainStorage(memoryStorage())],
])('sessions.list, with %s,', (_name, createStorage) => {
  it('lists the last used first, and page after page, also with equal times', async () => {
    const storage = createStorage()
    await storeSaid(
      storage,
      { id: 'c', at: 2 },
      { id: 'a', at: 2 },
      { id: 'd', at: 1 },
      { id: 'b', at: 2 },
      { id: 'e', at: 3 },
    )
    const sessions = sessionsOf(storage)
    expect(await idsOf(sessions)).toEqual(['e', 'a', 'b', 'c', 'd'])
    expect(await idsOf(sessions, { limit: 2 })).toEqual(['e', 'a'])
    const before = { id: 'a', updatedAt: 2 }
    expect(await idsOf(sessions, { before, limit: 2 })).toEqual(['b', 'c'])
    expect(await idsOf(sessions, { before })).toEqual(['b', 'c', 'd'])
    expect(await idsOf(sessions, { before: 2 })).toEqual(['d'])
    expect(await idsOf(sessions, { before: { id: 'd', updatedAt: 1 } })).toEqual([])
    // The last of a page may be gone, or may have moved.
    await storage.delete('a')
    expect(await idsOf(sessions, { before, limit: 1 })).toEqual(['b'])
  })

  it('finds titles by all words of the query, whatever their case and accents', async () => {
    const storage = createStorage()
    await storeSaid(
      storage,
      { id: 'a', at: 3, title: 'Crème brûlée for two' },
      { id: 'b', at: 2, title: 'Two lamps' },
      { id: 'c', at: 1, title: '去东京旅行' },
      { id: 'd', at: 4 },
    )
    const sessions = sessionsOf(storage)
    expect(await idsOf(sessions, { query: 'two' })).toEqual(['a', 'b'])
    expect(await idsOf(sessions, { query: ' TWO  creme ' })).toEqual(['a'])
    expect(await idsOf(sessions, { query: '东京' })).toEqual(['c'])
    expect(await idsOf(sessions, { query: 'two', limit: 1 })).toEqual(['a'])
    expect(await idsOf(sessions, { query: 'two', before: { id: 'a', updatedAt: 3 } })).toEqual([
      'b',
    ])
    expect(await idsOf(sessions, { query: 'three' })).toEqual([])
    expect(await idsOf(sessions, { query: '  ' })).toEqual(['d', 'a', 'b', 'c'])
    expect((await sessions.list({ query: 'lamps' }))[0]).not.toHaveProperty('match')
  })

  it('rejects with the reason of the signal, before and while the storage reads', async () => {
    const storage = createStorage()
    const sessions = sessionsOf(storage)
    const gone = new Error('Typed on.')
    await expect(sessions.list({ signal: AbortSignal.abort(gone) })).rejects.toBe(gone)
    await sessions.opening
    vi.spyOn(storage, 'list').mockReturnValue(new Promise(() => undefined))
    const controller = new AbortController()
    const listing = sessions.list({ signal: controller.signal })
    controller.abort(gone)
    await expect(listing).rejects.toBe(gone)
  })

  it.each([
    ['limit', 0],
    ['limit', -1],
    ['limit', 1.5],
    ['limit', NaN],
    ['limit', Infinity],
    ['limit', '3'],
    ['limit', null],
    ['before', NaN],
    ['before', Infinity],
    ['before', '2026-01-01'],
    ['before', null],
    ['before', new Date(1)],
    ['before', { id: 'a' }],
    ['before', { id: 1, updatedAt: 1 }],
    ['query', 7],
    ['query', null],
    ['query', ['two']],
    ['query', 'x'.repeat(1_001)],
    ['query', 'x '.repeat(51)],
  ])('refuses `%s: %s` and names the field', async (field, value) => {
    const listing = sessionsOf(createStorage()).list({ [field]: value } as SessionQuery)
    const error = await listing.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AgentError)
    expect(error).toHaveProperty('message', expect.stringMatching(`^\`${field}\` of .* Give `))
  })
})

describe('sessions.list with a query', () => {
  const find = async (said: readonly (string | Partial<Message>)[], query: string, rest = {}) => {
    const storage = memoryStorage()
    await storeSaid(storage, { id: 'a', title: 'Plans', said, ...rest })
    const found = await sessionsOf(storage).list({ query })
    return found.map(({ match }) => match?.text)
  }

  it.each([
    ['the user', ['Hello', 'Two blue lamps'], 'Two blue lamps'],
    ['the model', ['Hello', answer('Two **blue** `lamp`s')], 'Two blue lamps'],
    [
      'a message with files',
      [
        {
          content: [
            { type: 'text', text: 'Two' },
            { type: 'image', data: 'lamps', mediaType: 'image/png' },
            { type: 'text', text: 'lamps' },
          ],
        } as Partial<Message>,
      ],
      'Two lamps',
    ],
    ['a tool', [result({ items: [{ kind: 'lamps', count: 2 }, 'Two'] })], 'lamps, 2, Two'],
    [
      'a tool whose text is cut',
      [{ ...result(''), content: '{"two":"lamps' } as Partial<Message>],
      '{"two":"lamps',
    ],
    ['the application', [{ content: 'Two lamps', source: 'app' } as Partial<Message>], 'Two lamps'],
  ])('finds what %s said', async (_who, said, text) => {
    expect(await find(said, 'lamps two')).toEqual([text])
  })

  it.each([
    ['was written for the model', [{ content: 'Two lamps', forModel: true } as Partial<Message>]],
    ['tells the model of an error', [result({ error: { message: 'Two lamps' } }, 'error')]],
    ['was thought', [answer('Hello', { reasoning: 'Two lamps' } as Partial<Message>)]],
    ['is the name of a field', [result({ twoLamps: 1 })]],
  ])('does not find what %s', async (_what, said) => {
    expect(await find(said, 'lamps')).toEqual([])
  })

  it('does not find what a guardrail refused', async () => {
    const said = ['Hello', 'Two lamps']
    expect(await find(said, 'lamps', { refused: ['a-1'] })).toEqual([])
    expect(await find([...said, 'Three lamps'], 'lamps', { refused: ['a-1'] })).toEqual([
      'Three lamps',
    ])
  })

  it('takes words of the title and of several messages together, and shows the best one', async () => {
    const said = ['For me', answer('Which one?'), 'The blue lamp, for two', 'Rome']
    expect(await find(said, 'plans for lamp rome two')).toEqual(['The blue lamp, for two'])
    expect(await find(said, 'plans for lamp rome paris')).toEqual([])
    expect(await find(said, 'plans')).toEqual([undefined])
  })

  it('shows one short line around the word, and cuts no character in two', async () => {
    const long = `${'😀 some words\n'.repeat(60)}a needle ${'😀'.repeat(200)}`
    const [text = ''] = await find([long], 'NEEDLE')
    expect(text).toMatch(/^…\S.* a needle 😀.*…$/u)
    expect(text.length).toBeLessThanOrEqual(160)
    expect(text.isWellFormed()).toBe(true)
    const joined = `${'😀'.repeat(100)}needle${'😀'.repeat(100)}x`
    for (const given of [joined, `-${joined}`, `--${joined}`]) {
      const [line = ''] = await find([given], 'needle')
      expect(line).toContain('needle')
      expect(line.isWellFormed()).toBe(true)
    }
  })

  it('finds a word at any place of a text of 100,000 characters', async () => {
    for (const at of [0, 19_995, 19_999, 20_000, 39_998, 99_994]) {
      const text = `${'é'.repeat(at)}needle${'é'.repeat(99_994 - at)}`
      expect(await find([text], 'needle')).toEqual([expect.stringContaining('needle')])
    }
  })

  it('finds what is deep in data', async () => {
    const content = `${'['.repeat(3_000)}"needle"${']'.repeat(3_000)}`
    expect(await find([{ ...result(''), content } as Partial<Message>], 'needle')).toEqual([
      'needle',
    ])
  })

  it('reads no more messages once it has enough, or nobody waits any more', async () => {
    const storage = memoryStorage()
    const said = Array.from({ length: 250 }, (_, nth) => `Message ${nth}`)
    await storeSaid(storage, { id: 'b', at: 2, said }, { id: 'a', at: 1, said })
    const pages: string[] = []
    const gone = new Error('Typed on.')
    const controller = new AbortController()
    const readMessages: AgentStorage['readMessages'] = (id, range, options) => {
      pages.push(`${id} ${JSON.stringify(range)}`)
      return storage.readMessages(id, range, options)
    }
    const { readIntents } = storage
    const rows = [await storage.read('a'), await storage.read('b')].filter(
      (row) => row !== undefined,
    )
    const list = (query: SessionQuery) =>
      listSessions(rows, query, { toRow: (row) => row, readMessages, readIntents })
    const found = await list({ query: 'message 120', limit: 1 })
    expect(found.map(({ id, match }) => `${id}: ${match?.text}`)).toEqual(['b: Message 120'])
    expect(pages).toEqual(['b {"last":100,"before":100}', 'b {"last":100,"before":200}'])
    pages.length = 0
    const { signal } = controller
    const reading = list({ query: 'nowhere', signal })
    controller.abort(gone)
    await expect(reading).rejects.toBe(gone)
    expect(pages.length).toBeLessThanOrEqual(1)
    await expect(list({ query: 'nowhere', signal })).rejects.toBe(gone)
  })
})

describe('the first session', () => {
  it('asks the storage for one session alone', async () => {
    const storage = memoryStorage()
    await storeSaid(storage, { id: 'a', at: 1 }, { id: 'b', at: 2 })
    const list = vi.spyOn(storage, 'list')
    const { sessions } = agentUnderTest([], { storage }).agent
    await sessions.opening
    expect(sessions.current).toBe('b')
    expect(list.mock.calls).toEqual([[{ limit: 1 }]])
  })

  it('R68 is the last one with anything in it, and not one whose page ended after its claim', async () => {
    const storage = memoryStorage()
    await storeSaid(storage, { id: 'a', at: 1 })
    const claim = await storage.claim('empty', { at: 9 })
    await claim?.release()
    const { agent } = agentUnderTest(['Fine'], { storage })
    await agent.sessions.opening
    expect(agent.sessions.current).toBe('a')
    expect((await agent.sessions.list()).map(({ id }) => id)).toEqual(['a'])
  })

  it('R68 is one whose only call was started and has no answer', async () => {
    const storage = memoryStorage()
    await storeSaid(storage, { id: 'a', at: 1 })
    const { promise: started, resolve } = Promise.withResolvers<void>()
    const tool = anyTool('work', () => {
      resolve()
      return new Promise(() => undefined)
    })
    const first = agentUnderTest([], { storage, tools: [tool], session: 'new' }).agent
    void first.runTool('work').catch(() => undefined)
    await started
    const { agent } = agentUnderTest([], { storage })
    await agent.sessions.opening
    expect(agent.sessions.current).toBe(first.sessions.current)
  })
})
