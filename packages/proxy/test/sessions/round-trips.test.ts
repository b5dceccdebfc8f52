import { serverStorage } from '@ambit/browser/server-storage'
import { createAgent } from '@ambit/core'
import type { AgentStorage, SessionWrite } from '@ambit/core/storage'
import { scriptedModel } from '@ambit/testing'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createProxy } from '../../src/create-proxy.ts'
import { sessions } from '../../src/sessions/sessions.ts'
import { sqliteSessions } from '../../src/sessions/sqlite-sessions.ts'

const proxy = createProxy({
  authorize: () => 'ada',
  use: [sessions({ store: sqliteSessions(':memory:') })],
  limits: { requests: 1e9, streams: 1e9 },
  log: () => undefined,
})

/**
 * Creates a storage on the server, and the list of what was asked: the operations of each request.
 * A write waits for `writing`.
 */
function farStorage(writing?: Promise<void>): { storage: AgentStorage; asked: string[][] } {
  const asked: string[][] = []
  const storage = serverStorage({
    baseURL: 'http://localhost/api/agent',
    fetch: async (input, init) => {
      // No event comes while this page is open.
      if (init?.method !== 'POST') return new Promise<never>(() => undefined)
      const body = JSON.parse(init.body as string) as unknown
      const names = ([body].flat() as { operation: string }[]).map(({ operation }) => operation)
      asked.push(names)
      if (names.includes('write')) await writing
      return proxy(new Request(input, init))
    },
  })
  return { storage, asked }
}

/** Stores a conversation, and lets go of it. */
async function store(id: string, write: SessionWrite): Promise<void> {
  const { storage } = farStorage()
  const claim = await storage.claim(id, { at: 1 })
  await claim?.write(write)
  await claim?.release()
}

describe('a chat on a server', () => {
  it('asks the model after one request, which has stored what the user said', async () => {
    const { promise: writing, resolve: write } = Promise.withResolvers<void>()
    const { storage } = farStorage(writing)
    const model = scriptedModel(['Hello'])
    const seen: unknown[] = []
    const agent = createAgent({
      model: {
        ...model,
        doStream: async (options) => {
          const { waiting } = (await storage.read(agent.sessions.current)) ?? {}
          seen.push(waiting?.map(({ content }) => content))
          write()
          return model.doStream(options)
        },
      },
      storage,
      session: 'new',
    })
    await agent.sessions.opening
    await agent.chat('Hi')
    expect(seen).toEqual([['Hi']])
    const row = await storage.read(agent.sessions.current)
    expect(row).toMatchObject({ next: 2 })
    expect(row?.waiting).toBeUndefined()
    agent.sessions.close()
  })

  it('stores nothing with its claim that a plug-in may refuse', async () => {
    const { storage, asked } = farStorage()
    const agent = createAgent({
      model: scriptedModel(['Hello']),
      storage,
      session: 'new',
      use: [{ name: 'strict', input: () => 'no' }],
    })
    await agent.sessions.opening
    await agent.chat('secret').catch(() => undefined)
    await vi.waitFor(() => expect(asked.flat()).toContain('release'))
    const row = await storage.read(agent.sessions.current)
    expect(row?.waiting).toBeUndefined()
    agent.sessions.close()
  })

  it('keeps nothing that the user has taken back before the claim is there', async () => {
    const { storage } = farStorage()
    const abort = new AbortController()
    const waiting = [{ id: 'm', content: 'Hi' }]
    const { signal } = abort
    const claiming = storage.claim('taken-back', { at: 1, waiting, signal })
    abort.abort(new Error('taken back'))
    await expect(claiming).rejects.toThrow('taken back')
    expect((await storage.read('taken-back'))?.waiting).toBeUndefined()
    expect(await storage.claim('taken-back', { at: 2, isWaiting: false })).toBeDefined()
  })
})

describe('a conversation of 1,000 messages on a server', () => {
  const messages = Array.from({ length: 1_000 }, (_, nth) => ({
    id: `m${nth}`,
    parentId: nth === 0 ? null : `m${nth - 1}`,
    createdAt: nth,
    role: 'user' as const,
    content: `Message ${nth}`,
  }))
  beforeAll(() => store('long', { at: 1, messages, session: { head: 'm999' } }))

  it('shows its first page after one request, when the page is opened', async () => {
    const { storage, asked } = farStorage()
    const agent = createAgent({ model: scriptedModel([]), storage, session: 'long' })
    await agent.sessions.opening
    expect(agent.history.messages).toHaveLength(50)
    expect(agent.history.messages.at(-1)?.id).toBe('m999')
    expect(asked).toEqual([['read', 'messages']])
    agent.sessions.close()
  })

  it('shows its first page after one request, when the user opens it', async () => {
    const { storage, asked } = farStorage()
    const agent = createAgent({ model: scriptedModel([]), storage, session: 'new' })
    await agent.sessions.opening
    asked.length = 0
    await agent.sessions.open('long')
    expect(agent.history.messages).toHaveLength(50)
    expect(asked).toEqual([['read', 'messages']])
    agent.sessions.close()
  })
})
