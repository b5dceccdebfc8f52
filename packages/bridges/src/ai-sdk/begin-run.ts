import type { Run } from '@ambit/core'
import type { UIMessage } from 'ai'
import type { AgentChats } from './agent-chats.ts'
import { endRun } from './end-run.ts'
import { findMessage } from './find-message.ts'
import { goOnAfter, isOfUser } from './chat-place.ts'
import { isAgain, type Sent } from './is-again.ts'
import { settleParts } from './settle-parts.ts'
import { type AgentTransportOptions, toVerbs } from './transport-options.ts'
import { count, toContent } from './user-content.ts'

/**
 * Begins the run that a chat asks for: after a new message, after one that was changed, or to
 * answer one again. A new message follows the message before it in the chat's list. A run is a
 * promise too, so it is inside an object.
 */
export async function beginRun(
  chats: AgentChats,
  sent: Sent,
  options: AgentTransportOptions,
): Promise<{ readonly run: Run<unknown> }> {
  const { agent } = chats
  const { messages, trigger } = sent
  const before = chats.feeds.get(sent.chatId)
  const verbs = toVerbs(chats, sent, options, isAgain(sent) ? 'interrupt' : 'queue')
  if (before?.isPaused || before?.isStopped) {
    // The user said something in place of an answer, or right after a stop.
    await endRun(chats, before.run)
  }
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const asked = messages[at]
  const known = asked && findMessage(chats, asked.id)
  if (!chats.running) {
    settleParts(agent, messages)
    const earlier = messages.slice(0, Math.max(at, 0))
    const isTold = tellDifference(chats, sent.chatId, earlier, options)
    const shown = earlier.findLast(({ id }) => findMessage(chats, id))
    if (known === undefined && (shown || !isTold)) {
      goOnAfter(agent, (shown && findMessage(chats, shown.id)) ?? null)
    }
  }
  const { history } = agent
  const answerAgain = (): Run<unknown> =>
    verbs.resume(known ?? history.messages.findLast(isOfUser)?.id)
  if (trigger === 'regenerate-message') return { run: answerAgain() }
  const input = toContent(asked?.parts ?? [], chats.ignored)
  if (known === undefined) return { run: verbs.chat(input) }
  const old = history.get(known)
  const isSame = old?.role === 'user' && JSON.stringify(old.content) === JSON.stringify(input)
  return { run: isSame ? answerAgain() : verbs.chat(input, known) }
}

/** Tells of a chat's messages that the history lacks. Returns false if there are none. */
function tellDifference(
  chats: AgentChats,
  chatId: string,
  messages: readonly UIMessage[],
  { onDifference = warn }: AgentTransportOptions,
): boolean {
  const system = messages.filter(({ role }) => role === 'system')
  for (const { role } of system) count(chats.ignored, role)
  const unknown = messages.filter(
    ({ id, role }) => role !== 'system' && !findMessage(chats, id) && !chats.ids.has(id),
  )
  if (unknown.length > 0) onDifference({ chatId, unknown })
  return unknown.length > 0
}

const warned = new Set<string>()

const warn: NonNullable<AgentTransportOptions['onDifference']> = ({ chatId, unknown }) => {
  if (warned.has(chatId)) return
  warned.add(chatId)
  console.warn(
    `[ambit] The chat shows messages that the agent's history does not have (${unknown.length}). The model does not see them. Begin the chat with \`toUIMessages(agent)\`, or call \`agent.history.load(fromUIMessages(messages))\`.`,
  )
}
