import { type Message, AgentError } from '@ambit/core'
import { type DegradeReason } from '@ambit/core/storage'
import { deleteDB } from 'idb'
import { describe, expect, it } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

const said = (id: string, content: string): Message => ({
  id,
  parentId: null,
  role: 'user',
  createdAt: 1,
  content,
})

const freshName = (): string => `test-${crypto.randomUUID()}`

/** Returns the list of degradations that a storage reports. */
function degradations(storage: ReturnType<typeof indexedDbStorage>): DegradeReason[] {
  const told: DegradeReason[] = []
  storage.onDegraded(({ reason }) => told.push(reason))
  return told
}

async function store(
  storage: ReturnType<typeof indexedDbStorage>,
  ...messages: Message[]
): Promise<void> {
  const claim = await storage.claim('s1', { at: 1 })
  await claim?.write({ at: 1, messages, isStrict: true })
  await claim?.release()
}

describe('indexedDbStorage in Chromium', () => {
  it('keeps what was written, large values and odd text too', async () => {
    const name = freshName()
    const messages = [said('a', 'lone \ud800 surrogate'), said('b', '🙂'.repeat(100_000))]
    await store(indexedDbStorage({ name }), ...messages)
    const again = indexedDbStorage({ name })
    const rows = await again.readMessages('s1', { from: 0 })
    expect(rows.map(({ message }) => message)).toEqual(messages)
    await again.wipe()
  })

  it('encrypts, and finds its key again', async () => {
    const name = freshName()
    const secret = () => 'open sesame'
    await store(indexedDbStorage({ name, secret }), said('a', 'hidden'))
    const again = indexedDbStorage({ name, secret })
    expect((await again.readMessages('s1', { from: 0 }))[0]?.message).toEqual(said('a', 'hidden'))
    await again.wipe()
  })

  it('goes on in memory when another page holds the database up', async () => {
    const name = freshName()
    await store(indexedDbStorage({ name }), said('a', 'before'))
    // An old page that never closes: the deletion waits for it, and every opening waits for the
    // deletion.
    const { promise: old, resolve } = Promise.withResolvers<IDBDatabase>()
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => resolve(opening.result))
    const connection = await old
    const deleting = deleteDB(name)
    const storage = indexedDbStorage({ name })
    const told = degradations(storage)
    await store(storage, said('b', 'meanwhile'))
    expect(await storage.list()).toHaveLength(1)
    expect(told).toEqual(['blocked'])
    connection.close()
    await deleting
  })

  it('tells a history that was lost from a user who is new', async () => {
    const name = freshName()
    const fresh = indexedDbStorage({ name })
    const first = degradations(fresh)
    await store(fresh, said('a', 'before'))
    expect(first).toEqual([])
    await deleteDB(name)
    const storage = indexedDbStorage({ name })
    const told = degradations(storage)
    expect(await storage.list()).toEqual([])
    expect(told).toEqual(['history_lost'])
    await storage.wipe()
  })

  it('opens the database again when it was closed under it', async () => {
    const name = freshName()
    const storage = indexedDbStorage({ name })
    await store(storage, said('a', 'before'))
    await deleteDB(name)
    await store(storage, said('b', 'after'))
    const rows = await storage.readMessages('s1', { from: 0 })
    expect(rows.map(({ message }) => message.id)).toEqual(['b'])
    await storage.wipe()
  })

  it('gives one page at a time the right to run a session', async () => {
    const name = freshName()
    const [one, other] = [indexedDbStorage({ name }), indexedDbStorage({ name })]
    const claim = await one.claim('s1', { at: 1 })
    expect(await other.claim('s1', { at: 1, isWaiting: false })).toBeUndefined()
    const waiting = other.claim('s1', { at: 1 })
    await claim?.release()
    const next = await waiting
    const late = claim?.write({ at: 2, messages: [said('a', 'too late')] })
    await expect(late).rejects.toSatisfy(
      (error: unknown) => AgentError.is(error, 'storage') && error.details.kind === 'lost',
    )
    await next?.release()
    await one.wipe()
  })
})
