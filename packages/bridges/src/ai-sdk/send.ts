import type { UIMessageChunk } from 'ai'
import type { AgentChats } from './agent-chats.ts'
import { beginRun } from './begin-run.ts'
import { openSession } from './chat-session.ts'
import { goOn } from './go-on.ts'
import { toStream } from './to-stream.ts'
import type { Sent } from './is-again.ts'
import type { AgentTransportOptions } from './transport-options.ts'

/** Answers a message of the user, or goes on after an approval. */
export async function send(
  chats: AgentChats,
  sent: Sent,
  options: AgentTransportOptions,
): Promise<ReadableStream<UIMessageChunk>> {
  const { chatId, messageId, messages, trigger } = sent
  await openSession(chats, chatId, messages)
  const last = messages.at(-1)
  if (trigger === 'submit-message') {
    // The answer to a question may come after a later message, or after the end of its message.
    const named = messageId === undefined ? last : messages.find(({ id }) => id === messageId)
    if (!named) return toStream([])
    if (named.role === 'assistant') return goOn(chats, named, sent, options)
  }
  const { run } = await beginRun(chats, sent, options)
  const before = chats.feeds.get(chatId)
  const feed = before?.run.id === run.id ? before : chats.follow(run, chatId, options)
  if (last) feed.said.push(last.id)
  return chats.stream(feed, sent, options)
}
