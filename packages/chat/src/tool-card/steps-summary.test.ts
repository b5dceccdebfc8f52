import { type AssistantToolCall, createAgent, type Message } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { scriptedModel } from '@ambit/testing'
import { expect, it } from 'vitest'
import { summarize } from './steps-line.tsx'

const noUsage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }

const call = (id: string): AssistantToolCall => ({ id, name: 'look_up', arguments: {} })

it('tells the time of the model and of the tools, without the time of a user who was asked', async () => {
  const calls = [call('one'), call('two'), call('three')]
  const asking = { role: 'assistant', content: '', parts: [], usage: noUsage } as const
  const answer = { role: 'tool', name: 'look_up', content: '{}', status: 'ok' } as const
  const messages: Message[] = [
    { id: 'u', parentId: null, role: 'user', createdAt: 1000, content: 'Look it up' },
    // The model took 400 ms, the tools 50 and 30 ms, and a user 60 seconds between them.
    { ...asking, id: 'a1', parentId: 'u', createdAt: 1400, calls: calls.slice(0, 2) },
    { ...answer, id: 'one', parentId: 'a1', createdAt: 1450, durationMs: 50 },
    { ...answer, id: 'two', parentId: 'one', createdAt: 61_480, durationMs: 30 },
    { ...asking, id: 'a2', parentId: 'two', createdAt: 61_980, calls: calls.slice(2) },
    { ...answer, id: 'three', parentId: 'a2', createdAt: 62_000, durationMs: 20 },
  ]
  const storage = memoryStorage()
  const claim = await storage.claim('s1', { at: 1 })
  await claim?.write({ at: 1, messages, session: { head: 'three' } })
  await claim?.release()
  const agent = createAgent({ model: scriptedModel([]), storage })
  await agent.sessions.open('s1')
  expect(summarize(agent, { calls, isLast: false }).ms).toBe(400 + 50 + 30 + 500 + 20)
})
