import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { expect, it } from 'vitest'
import { indexedDbStorage } from './indexed-db-storage.ts'

const rounds = Array.from({ length: 30 }, (_, round) => round)

it('R68 the last of `create` and `open` wins, in a database, 30 times each', async () => {
  const name = `open-order-${crypto.randomUUID()}`
  const storage = indexedDbStorage({ name })
  const begin = (session: 'latest' | 'new' = 'latest') => {
    const model = scriptedModel([], { otherwise: () => 'ok' })
    return { model, agent: createAgent({ model, storage, session }) }
  }
  const idOf = async (words: string): Promise<string> => {
    const { agent } = begin('new')
    await agent.chat(words.repeat(200))
    return agent.sessions.current
  }
  const a = await idOf('words of A ')
  const b = await idOf('words of B ')
  for (const round of rounds) {
    const created = begin()
    if (round % 2) void created.agent.sessions.open(a).catch(() => undefined)
    await created.agent.sessions.create()
    await created.agent.chat('new')
    expect(created.agent.history.messages).toHaveLength(2)
    expect(JSON.stringify(created.model.requests)).not.toContain('words of')
    await created.agent.sessions.delete(created.agent.sessions.current)

    const opened = begin()
    if (round % 2) void opened.agent.sessions.open(a).catch(() => undefined)
    await opened.agent.sessions.open(b)
    await opened.agent.sessions.opening
    expect(opened.agent.sessions.current).toBe(b)
    expect(JSON.stringify(opened.agent.history.messages)).not.toContain('words of A')
    expect(opened.agent.history.messages).toHaveLength(2)
    created.agent.sessions.close()
    opened.agent.sessions.close()
  }
  await storage.wipe()
})
