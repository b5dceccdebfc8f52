// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const waiting = [{ id: 'w1', content: 'the secret plan' }]

describe.each([
  ['without a secret', {}],
  ['with a secret', { secret: () => 'open sesame' }],
])('messages that wait, %s', (_name, options) => {
  it('R84 stay over writes of other things, and leave with an empty list', async () => {
    const storage = indexedDbStorage(options)
    const claim = await storage.claim('s1', { at: 1 })
    await claim?.write({ at: 1, session: { waiting } })
    expect(await storage.read('s1')).toMatchObject({ waiting })
    await claim?.write({ at: 2, session: { title: 'A plan' } })
    expect(await indexedDbStorage(options).read('s1')).toMatchObject({ title: 'A plan', waiting })
    await claim?.write({ at: 3, session: { waiting: [] } })
    expect(await storage.read('s1')).not.toHaveProperty('waiting')
    await claim?.release()
  })
})

it('R84 are not readable with a secret', async () => {
  const storage = indexedDbStorage({ secret: () => 'open sesame' })
  const claim = await storage.claim('s1', { at: 1 })
  await claim?.write({ at: 1, session: { waiting } })
  await claim?.release()
  const database = await openDB('ambit')
  expect(JSON.stringify(await database.getAll('sessions'))).not.toContain('plan')
  database.close()
})
