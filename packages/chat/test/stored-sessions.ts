import type { Message } from '@ambit/core'
import { type AgentStorage, memoryStorage } from '@ambit/core/storage'

/**
 * Creates a storage with `count` sessions of one message, used one after the other. `Session 1` is
 * the oldest one; its message is `Message of 1`.
 */
export async function storedSessions(count: number): Promise<AgentStorage> {
  const storage = memoryStorage()
  for (let nth = 1; nth <= count; nth++) {
    const claim = await storage.claim(`s${nth}`, { at: nth })
    const message: Message = {
      id: `m${nth}`,
      parentId: null,
      role: 'user',
      createdAt: nth,
      content: `Message of ${nth}`,
    }
    const session = { head: message.id, title: `Session ${nth}` }
    await claim?.write({ at: nth, messages: [message], session })
    await claim?.release()
  }
  return storage
}
