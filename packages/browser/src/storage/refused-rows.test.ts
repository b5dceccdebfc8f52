// isolated: a lock that another file leaves held would hold back its claims
import 'fake-indexeddb/auto'
import { createAgent } from '@ambit/core'
import { inputGuardrail, outputGuardrail } from '@ambit/core/answers'
import { scriptedModel } from '@ambit/testing'
import { expect, it } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

it('R72 has no row of what a guardrail refused, and a reload finds none', async () => {
  const storage = indexedDbStorage()
  const check = (text: string): true | string => !text.includes('secret') || 'No.'
  const guardrails = [inputGuardrail('in', check), outputGuardrail('out', check)]
  const model = scriptedModel(['hello', 'a secret', 'fine', 'again'])
  const agent = createAgent({ model, storage, use: [...guardrails] })
  await agent.chat('hi')
  await agent.chat('my secret').catch(() => undefined)
  await agent.chat('tell me').catch(() => undefined)
  await agent.resume()
  const rows = async (): Promise<unknown[]> => {
    const infos = await storage.list()
    return Promise.all(infos.map(({ id }) => storage.readMessages(id, { from: 0 })))
  }
  expect(JSON.stringify(await rows())).toContain('tell me')
  expect(JSON.stringify(await rows())).not.toContain('secret')
  const reloaded = createAgent({ model, storage, use: [...guardrails] })
  await reloaded.sessions.opening
  await reloaded.chat('and now?')
  expect(JSON.stringify(reloaded.history.all)).not.toContain('secret')
  expect(JSON.stringify(model.requests)).not.toContain('secret')
})
