// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import type { Message } from '@ambit/core'
import { afterEach, expect, it, vi } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('stores and reads many messages in slices, and stores all of them or none', async () => {
  const count = 300
  const messages = Array.from({ length: count }, (_, at): Message => ({
    id: `m${at}`,
    parentId: at ? `m${at - 1}` : null,
    role: 'user',
    createdAt: 1,
    content: `Message ${at}`,
  }))
  const storage = indexedDbStorage()
  const claim = await storage.claim('s1', { at: 1 })
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1))
  const pause = vi.fn(async () => undefined)
  vi.stubGlobal('scheduler', { yield: pause })
  await claim?.write({ at: 1, messages, session: { head: 'm299' } })
  const pausesOfWrite = pause.mock.calls.length
  expect(pausesOfWrite).toBeGreaterThanOrEqual(count / 12)
  const rows = await storage.readMessages('s1', { from: 0 })
  expect(rows.map(({ message }) => message)).toEqual(messages)
  expect(pause.mock.calls.length - pausesOfWrite).toBeGreaterThanOrEqual(count / 12)
  const good = messages.slice(0, 2).map((message) => ({ ...message, id: `${message.id} again` }))
  const bad = { ...messages[2], taintedBy: 1n }
  await expect(
    claim?.write({ at: 2, messages: [...good, bad as unknown as Message] }),
  ).rejects.toMatchObject({ details: { kind: 'not_json' } })
  expect(await storage.readMessages('s1', { from: 0 })).toHaveLength(count)
})
