import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { expect, it } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

it('R68 the quick second click wins, 10 times, between conversations with photos', async () => {
  const name = `photos-${crypto.randomUUID()}`
  const storage = indexedDbStorage({ name })
  const load = () => {
    const model = scriptedModel([], { otherwise: () => 'ok' })
    return createAgent({ model, storage, session: 'new' })
  }
  const toPhoto = (sign: string): string => btoa(sign.repeat(300_001))
  const idOf = async (sign: string): Promise<string> => {
    const agent = load()
    const photo = { type: 'image', data: toPhoto(sign), mediaType: 'image/png' } as const
    await agent.chat([photo, photo])
    return agent.sessions.current
  }
  const a = await idOf('a')
  const b = await idOf('b')
  const agent = load()
  await agent.sessions.opening
  for (let click = 0; click < 10; click++) {
    const first = agent.sessions.open(a).catch(() => undefined)
    await agent.sessions.open(b)
    await first
    expect(agent.sessions.current).toBe(b)
    const [said] = agent.history.messages
    expect(said?.content).toMatchObject([{ data: toPhoto('b') }, { data: toPhoto('b') }])
    await agent.sessions.create()
  }
  const stored = await storage.readMessages(a, { from: 0 })
  expect(JSON.stringify(stored).length).toBeLessThan(2_000)
  await storage.wipe()
})
