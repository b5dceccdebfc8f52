import { createAgent } from '@ambit/core'
import { type AgentStorage, memoryStorage } from '@ambit/core/storage'
import { scriptedModel } from '@ambit/testing'

/** Creates a storage with one conversation of `count` questions and `count` answers. */
export async function storedConversation(count: number): Promise<AgentStorage> {
  const storage = memoryStorage()
  const { sessions } = createAgent({ model: scriptedModel([]), storage })
  const messages = Array.from({ length: count }, (_, nth) => {
    const text = `Answer **${nth}**.`
    const question = { role: 'user', id: `q${nth}`, content: `Question ${nth}.` }
    const answer = { role: 'assistant', id: `a${nth}`, content: text, finishReason: 'stop' }
    return [
      { ...question, parentId: nth === 0 ? null : `a${nth - 1}`, createdAt: nth },
      { ...answer, parentId: `q${nth}`, createdAt: nth, parts: [{ type: 'text', text }] },
    ]
  }).flat()
  const head = `a${count - 1}`
  await sessions.import({ format: 'ambit-session', version: 1, createdAt: 0, head, messages })
  sessions.close()
  return storage
}
