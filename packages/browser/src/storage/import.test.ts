// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { AgentError, createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

it('R68 keeps an imported session with its time, and nothing of one that cannot be read', async () => {
  globalThis.indexedDB = new IDBFactory()
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'Hello' }, { type: 'video' }] },
    { role: 'assistant', content: 'Hi' },
  ]
  const load = () => createAgent({ model: scriptedModel(['Fine']), storage: indexedDbStorage() })
  const { sessions } = load()
  const bad = { messages: [...messages, { role: 'user', content: null }] }
  await expect(sessions.import(bad)).rejects.toThrow(AgentError)
  expect(await sessions.list()).toEqual([])
  const id = await sessions.import({ messages, createdAt: 1, title: 'Old' })
  const after = load()
  expect(await after.sessions.list()).toMatchObject([
    { id, title: 'Old', createdAt: 1, messages: 2 },
  ])
  await after.sessions.open(id)
  expect(after.history.messages[0]).toMatchObject(messages[0] ?? {})
  expect(await after.chat('How are you?')).toMatchObject({ content: 'Fine' })
})
