import { toBase64 } from '@ambit/protocol'
import { flush } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool } from '../../../test/agent-under-test.ts'
import type { Message } from '../../messages/message.ts'
import {
  type AgentStorage,
  memoryStorage,
  type SessionClaim,
  type StorageDegradation,
} from './index.ts'
import { keepFiles } from './safe-storage.ts'

const bytesOf = (seed: number, length = 300_001): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + seed * 7 + (at >> 8)) & 255)
const photo = toBase64(bytesOf(1))
const image = (data: string, fields: object = {}) =>
  ({ type: 'image', data, mediaType: 'image/png', ...fields }) as const
const user = (id: string, content: unknown): Message =>
  ({ id, parentId: null, role: 'user', createdAt: 1, content }) as Message

/** Creates a storage whose files can be counted and lost. */
function counted() {
  const storage = memoryStorage()
  const files = new Map<string, Blob>()
  const kept: AgentStorage = {
    ...storage,
    putBlob: async (id, hash, blob) => void files.set(`${id}|${hash}`, blob),
    getBlob: async (id, hash) => files.get(`${id}|${hash}`),
  }
  return { storage: kept, files, raw: () => storage.readMessages('s1', { from: 0 }) }
}

const ignore = (): void => undefined

async function claimOf(storage: AgentStorage): Promise<SessionClaim> {
  const claim = await storage.claim('s1', { at: 1 })
  if (!claim) throw new Error('The session is held.')
  return claim
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('keepFiles', () => {
  it('stores the same file once, and gives it back in each message', async () => {
    const { storage, files, raw } = counted()
    const kept = keepFiles(storage, ignore)
    const dataUrl = image(`data:image/png;base64,${photo}`)
    const messages: Message[] = [
      user('a', [{ type: 'text', text: 'Look' }, image(photo, { filename: 'a.png' })]),
      {
        ...user('b', ''),
        role: 'tool',
        name: 't',
        status: 'ok',
        content: '1',
        output: [dataUrl],
      } as Message,
      {
        ...user('c', ''),
        role: 'assistant',
        content: 'Drawn',
        usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
        parts: [
          { type: 'text', text: 'Drawn' },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: photo } },
          {
            type: 'file',
            mediaType: 'image/png',
            data: { type: 'url', url: 'https://a.example/b' },
          },
        ],
      } as Message,
    ]
    await (await claimOf(kept)).write({ at: 1, messages })
    expect(files.size).toBe(1)
    expect([...files.keys()][0]).toMatch(/^s1\|[0-9a-f]{64}$/)
    expect([...files.values()][0]?.size).toBe(300_001)
    expect(JSON.stringify(await raw()).length).toBeLessThan(2_000)
    const read = await kept.readMessages('s1', { from: 0 })
    expect(read.map(({ message }) => message)).toEqual(messages)
  })

  it.each([
    ['short', toBase64(bytesOf(1, 300))],
    ['no base64', 'x'.repeat(10_001)],
    ['of another alphabet', photo.replaceAll('+', '-').replaceAll('/', '_')],
    ['with line breaks', photo.replaceAll(/.{76}/g, '$&\n')],
    ['without its padding', toBase64(bytesOf(1, 9_001)).replaceAll('=', '')],
    ['with bits after its end', `${toBase64(bytesOf(1, 9_001)).slice(0, -3)}R==`],
    ['a long URL', `https://a.example/${'a'.repeat(10_000)}`],
  ])('leaves data in its message that is %s', async (_what, data) => {
    const { storage, files, raw } = counted()
    await (
      await claimOf(keepFiles(storage, ignore))
    ).write({ at: 1, messages: [user('a', [image(data)])] })
    expect(files.size).toBe(0)
    expect((await raw())[0]?.message).toEqual(user('a', [image(data)]))
  })

  it('leaves files in their messages where the page has no hashes', async () => {
    vi.stubGlobal('crypto', {})
    const { storage, files } = counted()
    const kept = keepFiles(storage, ignore)
    await (await claimOf(kept)).write({ at: 1, messages: [user('a', [image(photo)])] })
    expect(files.size).toBe(0)
    expect((await kept.readMessages('s1', { from: 0 }))[0]?.message).toEqual(
      user('a', [image(photo)]),
    )
  })

  it('leaves files to a storage that keeps none', () => {
    const { putBlob: _put, getBlob: _get, ...storage } = memoryStorage()
    expect(keepFiles(storage, ignore)).toBe(storage)
  })

  it('gives no file to a part that came with a hash', async () => {
    const { storage, files } = counted()
    const kept = keepFiles(storage, ignore)
    const claim = await claimOf(kept)
    await claim.write({ at: 1, messages: [user('a', [image(photo)])] })
    const hash = [...files.keys()][0]?.split('|')[1]
    await claim.write({ at: 1, messages: [user('b', [image('aGk=', { blob: hash })])] })
    expect((await kept.readMessages('s1', { from: 1 }))[0]?.message).toEqual(
      user('b', [image('aGk=')]),
    )
  })

  it('says in place of a lost file that it is gone, and tells that files are lost', async () => {
    const { storage, files } = counted()
    const told = new Set<StorageDegradation>()
    const kept = keepFiles(storage, (what) => told.add(what))
    const untrusted = image(photo, { filename: 'a.png', untrusted: true })
    await (await claimOf(kept)).write({ at: 1, messages: [user('a', [untrusted, image(photo)])] })
    files.clear()
    const [row] = await kept.readMessages('s1', { from: 0 })
    expect(row?.message).toMatchObject({
      content: [
        {
          type: 'text',
          text: '[The file "a.png" (image/png) was here. It is no longer stored.]',
          untrusted: true,
        },
        { type: 'text', text: '[The file (image/png) was here. It is no longer stored.]' },
      ],
    })
    expect([...told].map(({ reason }) => reason)).toEqual(['rows_damaged'])
  })

  it('keeps the files of answers that wait for their turn, and of what the user has said', async () => {
    const { storage, files } = counted()
    const kept = keepFiles(storage, ignore)
    const claim = await claimOf(kept)
    const answer = {
      ...user('c', ''),
      role: 'tool',
      name: 't',
      status: 'ok',
      content: '1',
      output: [image(photo)],
    } as Message & { role: 'tool' }
    const call = { id: 'c', name: 't', arguments: {} }
    const intent = { call, effect: 'read', key: 'k', runId: 'r', startedAt: 1, attempt: 1, answer }
    const waiting = [{ id: 'w', content: [image(photo)] }]
    const written = await claim.write({ at: 1, intents: [intent], session: { waiting } })
    expect(written.waiting).toEqual(waiting)
    expect(files.size).toBe(1)
    expect(JSON.stringify(await storage.readIntents('s1')).length).toBeLessThan(1_000)
    expect(JSON.stringify((await storage.read('s1'))?.waiting).length).toBeLessThan(1_000)
    expect(await kept.readIntents('s1')).toEqual([intent])
    expect((await kept.read('s1'))?.waiting).toEqual(waiting)
    await claim.release()
    expect((await claimOf(kept)).row.waiting).toEqual(waiting)
  })

  it('writes in the order of the calls, however long a file takes', async () => {
    const { storage, raw } = counted()
    const late = Promise.withResolvers<void>()
    const put = storage.putBlob
    const slow: AgentStorage = {
      ...storage,
      putBlob: async (id, hash, blob) => late.promise.then(() => put?.(id, hash, blob)),
    }
    const kept = keepFiles(slow, ignore)
    const claim = await claimOf(kept)
    const first = claim.write({ at: 1, messages: [user('a', [image(photo)])] })
    const second = claim.write({ at: 1, messages: [user('b', 'Hello')] })
    await flush()
    late.resolve()
    await Promise.all([first, second])
    expect((await raw()).map(({ message }) => message.id)).toEqual(['a', 'b'])
  })

  it('stores no row if its file cannot be stored', async () => {
    const { storage, raw } = counted()
    const kept = keepFiles({ ...storage, putBlob: () => Promise.reject(new Error('full')) }, ignore)
    const claim = await claimOf(kept)
    const write = claim.write({ at: 1, messages: [user('a', [image(photo)])] })
    await expect(write).rejects.toThrow('full')
    expect(await raw()).toEqual([])
  })
})

describe('an agent', () => {
  it('shows and sends a photo after a reload, exports it whole, and imports it again', async () => {
    const storage = memoryStorage()
    const tool = anyTool('note', () => 'ok')
    const first = agentUnderTest(['Nice'], { storage, tools: [tool] }).agent
    await first.chat([{ type: 'text', text: 'Look' }, image(photo)])
    const { agent, model } = agentUnderTest(['Still nice'], { storage })
    await agent.sessions.opening
    expect(agent.history.messages).toEqual(first.history.messages)
    await agent.chat('And now?')
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain(photo.slice(0, 1_000))
    const { current } = agent.sessions
    const file = await agent.sessions.export(current)
    expect(JSON.stringify(file)).toContain(photo)
    const id = await agent.sessions.import(file, { trusted: true })
    const rows = await storage.readMessages(id, { from: 0 })
    expect(JSON.stringify(rows).length).toBeLessThan(10_000)
    await agent.sessions.open(id)
    expect(agent.history.messages[0]).toMatchObject({
      content: [{ text: 'Look' }, { data: photo }],
    })
    expect((await agent.sessions.export(id)).messages.map(({ role }) => role)).toEqual(
      file.messages.map(({ role }) => role),
    )
  })

  it('tells once of files that are lost', async () => {
    const { storage, files } = counted()
    const first = agentUnderTest(['Nice', 'Nice'], { storage }).agent
    await first.chat([{ type: 'text', text: 'Look' }, image(photo)])
    await first.chat([{ type: 'text', text: 'Look' }, image(toBase64(bytesOf(2)))])
    files.clear()
    const { agent } = agentUnderTest(['Gone'], { storage })
    const told = new Set<StorageDegradation | undefined>()
    agent.sessions.subscribe(({ degraded }) => told.add(degraded))
    await agent.sessions.opening
    await agent.chat('And now?')
    await agent.sessions.export(agent.sessions.current)
    const reasons = [...told].flatMap((what) => what?.reason ?? [])
    expect(reasons).toEqual(['rows_damaged'])
    expect(agent.sessions.getState().degraded).toMatchObject({ reason: 'rows_damaged' })
  })
})
