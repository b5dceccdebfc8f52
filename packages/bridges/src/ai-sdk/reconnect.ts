import type { UIMessageChunk } from 'ai'
import type { AgentChats, Reader } from './agent-chats.ts'
import { eventsBefore, turnBefore } from './chat-place.ts'
import { isSessionOf } from './chat-session.ts'
import { toHistoryChunks } from './history-chunks.ts'
import type { AgentTransportOptions } from './transport-options.ts'

/** Streams the run that goes on in a chat's session, from its beginning. Null if there is none. */
export async function reconnect(
  chats: AgentChats,
  reader: Reader,
  options: AgentTransportOptions,
): Promise<ReadableStream<UIMessageChunk> | null> {
  const run = (await isSessionOf(chats, reader.chatId)) ? chats.running : undefined
  if (!run) return null
  const feed = chats.follow(run, reader.chatId, options, eventsBefore(run))
  const before = turnBefore(chats.agent, run)
  const [first] = before
  if (!first) return chats.stream(feed, reader, options)
  const start = { type: 'start', messageId: first.id, messageMetadata: { runId: run.id } } as const
  const chunks = [start, ...toHistoryChunks(before, feed.chunks.options)]
  return chats.stream(feed, reader, options, { isContinued: true, chunks })
}
