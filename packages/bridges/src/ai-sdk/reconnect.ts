import type { UIMessageChunk } from 'ai'
import type { AgentChats, Reader } from './agent-chats.ts'
import { eventsBefore, turnBefore } from './chat-place.ts'
import { findRun } from './find-run.ts'
import { toHistoryChunks } from './history-chunks.ts'
import type { AgentTransportOptions, SentRequest } from './transport-options.ts'

/**
 * Streams the run that goes on in a chat's session, from its beginning. A run that a reload cut
 * goes on first. Null if there is none.
 */
export async function reconnect(
  chats: AgentChats,
  reader: Reader & SentRequest,
  options: AgentTransportOptions,
): Promise<ReadableStream<UIMessageChunk> | null> {
  const { run } = await findRun(chats, reader, options)
  // A chat that was stopped meanwhile, as of a component that is mounted twice, stops no run.
  if (!run || reader.abortSignal?.aborted) return null
  const feed = chats.follow(run, reader.chatId, options, eventsBefore(run))
  const before = turnBefore(chats.agent, run)
  // What the page told the model is not shown, so no answer begins with it.
  const first = before.find(({ role }) => role === 'assistant')
  if (!first) return chats.stream(feed, reader, options)
  const start = { type: 'start', messageId: first.id, messageMetadata: { runId: run.id } } as const
  const chunks = [start, ...toHistoryChunks(before, feed.chunks.options)]
  return chats.stream(feed, reader, options, { isContinued: true, chunks })
}
