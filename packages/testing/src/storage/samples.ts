import type { Message, Usage } from '@ambit/core'
import type { AgentStorage, Intent, RunCheckpoint } from '@ambit/core/storage'

export const said = (
  id: string,
  content: string = id,
  parentId: string | null = null,
): Message => ({
  id,
  parentId,
  role: 'user',
  createdAt: 1,
  content,
})

export const answered = (id: string): Message => ({
  id,
  parentId: null,
  role: 'tool',
  name: 'note',
  createdAt: 1,
  content: '1',
  status: 'ok',
})

export const intentOf = (id: string, attempt = 1): Intent => ({
  call: { id, name: 'note', arguments: { text: 'Friday' } },
  effect: 'write',
  key: `s1:${id}`,
  runId: 'run',
  startedAt: 1,
  attempt,
})

export const usage: Usage = { promptTokens: 1, completionTokens: 2, totalTokens: 3 }

export const checkpoint: RunCheckpoint = {
  runId: 'r',
  iterations: 2,
  usage: usage,
  charged: { calls: 1 },
}

/** Returns all that a storage has of a session, apart from the times and the epoch. */
export async function everything(storage: AgentStorage, id = 's1'): Promise<unknown> {
  const { updatedAt: _at, epoch: _epoch, ...row } = (await storage.read(id)) ?? {}
  const [messages, intents] = await Promise.all([
    storage.readMessages(id, { from: 0 }),
    storage.readIntents(id),
  ])
  return { row, messages, intents: intents.toSorted((a, b) => (a.call.id < b.call.id ? -1 : 1)) }
}
