// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { type Agent, createAgent, Tool } from '@ambit/core'
import { audit } from '@ambit/core/audit'
import { ledger } from '@ambit/core/budget'
import { calls, type Reply, scriptedModel } from '@ambit/testing'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { databaseName } from './indexed-db-storage.ts'
import { type IndexedDbStorage, indexedDbStorage } from './indexed-db-storage.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

/** Creates the agent of one user in one page. */
async function signIn(
  user: string,
  replies: Reply[],
  handler: () => unknown = () => 'ok',
): Promise<{ agent: Agent; storage: IndexedDbStorage }> {
  const storage = indexedDbStorage({ user })
  const agent = createAgent({
    model: scriptedModel(replies),
    tools: [new Tool({ name: 'note', description: 'Note', handler })],
    storage,
    use: [ledger(storage.ledger), audit(storage.audit())],
    user: { id: user },
  })
  await agent.sessions.opening
  return { agent, storage }
}

/** Returns all rows of a user's database as text, except those about the database itself. */
async function storedOf(user: string): Promise<string> {
  const names = (await indexedDB.databases()).map(({ name }) => name)
  if (!names.includes(databaseName({ user }))) return ''
  const database = await openDB(databaseName({ user }))
  const stores = [...database.objectStoreNames].filter((store) => store !== 'meta')
  const rows = await Promise.all(stores.map((store) => database.getAll(store)))
  database.close()
  return rows.flat().length ? JSON.stringify(rows) : ''
}

describe('signing out', () => {
  it.each([0, 1, 2, 3, 5, 8])(
    'A17 keeps what is said next, though a conversation was being read (%i turns later)',
    async (turns) => {
      const { agent: before } = await signIn('ada', ['Hello'])
      await before.chat('My salary is 100')
      before.sessions.close()
      const storage = indexedDbStorage({ user: 'ada' })
      const agent = createAgent({ model: scriptedModel(['Hello']), storage })
      for (let turn = 0; turn < turns; turn++) await new Promise((next) => setTimeout(next))
      await storage.wipe()
      await agent.chat('And now?')
      expect(agent.sessions.getState().degraded).toBeUndefined()
      expect(await storedOf('ada')).toContain('And now?')
      expect(await storedOf('ada')).not.toContain('salary')
    },
  )

  it('A17 leaves nothing of a user, in any page, and other users as they were', async () => {
    const { agent: ada, storage } = await signIn('ada', [calls({ name: 'note' }), 'Done'])
    const { agent: other } = await signIn('ada', [])
    const { agent: bob } = await signIn('bob', ['Hello'])
    await ada.chat('My salary is 100')
    await bob.chat('Hi')
    await vi.waitFor(() => expect(ada.history.messages).toHaveLength(4))
    await other.sessions.open(ada.sessions.current)
    expect(await storedOf('ada')).toContain('salary')
    const before = await storedOf('bob')
    await storage.wipe()
    expect(await storedOf('ada')).toBe('')
    await vi.waitFor(() => expect(other.history.messages).toEqual([]))
    expect(ada.history.messages).toEqual([])
    expect(await ada.sessions.list()).toEqual([])
    expect(await storage.ledger.query()).toEqual([])
    expect(await storage.audit().query()).toEqual([])
    expect(await storedOf('bob')).toBe(before)
    expect(bob.history.messages).toHaveLength(2)
  })

  it('A18 ends what ran: nothing of it reaches the old user’s store, or the new one’s', async () => {
    const started = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<string>()
    const { agent: ada, storage } = await signIn('ada', [calls({ name: 'note' }), 'Done'], () => {
      started.resolve()
      return answer.promise
    })
    const run = ada.chat('My salary is 100')
    await started.promise
    const wiping = storage.wipe()
    const { agent: bob } = await signIn('bob', ['Hello'])
    answer.resolve('The salary is 100')
    await expect(run).rejects.toThrow()
    await wiping
    await bob.chat('Hi')
    await vi.waitFor(() => expect(ada.history.messages).toEqual([]))
    expect(await storedOf('ada')).toBe('')
    expect(await storedOf('bob')).not.toContain('salary')
    expect(bob.history.messages).toHaveLength(2)
  })

  it('A18 leaves no row of a call that began in the millisecond of the sign-out', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_000)
    onTestFinished(() => void vi.restoreAllMocks())
    const { agent, storage } = await signIn('ada', [calls({ name: 'note' }), 'Done'])
    await agent.chat('My salary is 100')
    const audit = storage.audit()
    const rows = await audit.query()
    expect(rows).not.toEqual([])
    await storage.wipe()
    for (const row of rows) await audit.append(row)
    expect(await storedOf('ada')).toBe('')
  })

  it('A18 at any moment of a run', async () => {
    for (let nth = 0; nth < 12; nth++) {
      const { agent, storage } = await signIn('ada', [
        calls({ name: 'note' }, { name: 'note' }),
        calls({ name: 'note' }),
        'Done',
      ])
      let left = nth
      const { promise, resolve } = Promise.withResolvers<void>()
      agent.on('*', () => --left < 0 && resolve())
      const run = agent.chat('My salary is 100')
      void run.result.then(
        () => resolve(),
        () => resolve(),
      )
      await promise
      await storage.wipe()
      await run.catch(() => undefined)
      await vi.waitFor(() => expect(agent.history.messages).toEqual([]))
      expect(await storedOf('ada'), `wiped after ${nth} events`).toBe('')
      agent.sessions.close()
    }
  })

  it('can be used on, by who signs in again', async () => {
    const { agent, storage } = await signIn('ada', ['Hello', 'Again'])
    await agent.chat('Hi')
    await storage.wipe()
    await vi.waitFor(() => expect(agent.history.messages).toEqual([]))
    await agent.chat('Back again')
    expect(await agent.sessions.list()).toMatchObject([{ title: 'Back again', messages: 2 }])
    expect(await storage.ledger.query()).toHaveLength(1)
  })

  it('needs no secret', async () => {
    let isSignedIn = true
    const storage = indexedDbStorage({
      user: 'ada',
      secret: () => (isSignedIn ? 'open sesame' : Promise.reject(new Error('401'))),
    })
    const claim = await storage.claim('s1', { at: 1 })
    await claim?.release()
    isSignedIn = false
    await storage.wipe()
    expect(await storedOf('ada')).toBe('')
  })

  it('does not wait for a page that keeps the database open, and empties it all the same', async () => {
    const { agent, storage } = await signIn('ada', ['Hello'])
    await agent.chat('My salary is 100')
    const frozen = await openDB(databaseName({ user: 'ada' }))
    await storage.wipe()
    const rows = await Promise.all(
      [...frozen.objectStoreNames].map((store) => frozen.getAll(store)),
    )
    expect(rows.flat()).toEqual([])
    frozen.close()
  })
})
