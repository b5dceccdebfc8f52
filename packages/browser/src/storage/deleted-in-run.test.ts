// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { createAgent, Tool } from '@ambit/core'
import { calls, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { databaseName } from './indexed-db-storage.ts'
import { indexedDbStorage } from './indexed-db-storage.ts'

describe('a database that is deleted in mid run', () => {
  it('ends the run with what has happened, and the next chat stores the conversation again', async () => {
    const name = 'deleted-in-run'
    const storage = indexedDbStorage({ name })
    const deleteAll = new Tool({
      name: 'delete_all',
      description: 'Deletes the database, as another page does.',
      handler: () =>
        new Promise<string>((resolve, reject) => {
          const deleting = indexedDB.deleteDatabase(databaseName({ name }))
          deleting.addEventListener('success', () => resolve('deleted'))
          deleting.addEventListener('error', () => reject(new Error('not deleted')))
        }),
    })
    const model = scriptedModel([calls({ name: 'delete_all' }), 'Done', 'Again'])
    const agent = createAgent({ model, storage, tools: [deleteAll] })
    const error = await agent.chat('Delete all').then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(String(error)).toMatch(/was deleted/)
    expect(String(error)).not.toMatch(/another page runs/i)
    await agent.chat('Again')
    const rows = await storage.readMessages(agent.sessions.current, { from: 0 })
    expect(rows.map(({ message }) => message.id)).toEqual(
      agent.history.messages.map(({ id }) => id),
    )
  })
})
