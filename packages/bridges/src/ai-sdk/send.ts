import type { UIMessageChunk } from 'ai'
import type { AgentChats } from './agent-chats.ts'
import { beginRun } from './begin-run.ts'
import { openSession } from './chat-session.ts'
import { goOn } from './go-on.ts'
import type { Sent } from './is-again.ts'
import type { AgentTransportOptions } from './transport-options.ts'

/** Answers a message of the person, or goes on after an approval. */
export async function send(
  chats: AgentChats,
  sent: Sent,
  options: AgentTransportOptions,
): Promise<ReadableStream<UIMessageChunk>> {
  const { chatId, messageId, messages, trigger } = sent
  await openSession(chats, chatId, messages)
  const last = messages.at(-1)
  // The answer to a question may come after a later message of the person.
  const answered = messages.find(({ id }) => id === messageId) ?? last
  if (answered?.role === 'assistant' && trigger === 'submit-message') {
    return goOn(chats, answered, sent, options)
  }
  const { run } = await beginRun(chats, sent, options)
  const before = chats.feeds.get(chatId)
  const feed = before?.run.id === run.id ? before : chats.follow(run, chatId, options)
  if (last) feed.said.push(last.id)
  return chats.stream(feed, sent, options)
}
