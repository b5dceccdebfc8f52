import { AgentError } from '../errors/agent-error.ts'
import type { Message } from './message.ts'

/**
 * Checks that each answer follows the message that asks for it, and that no other message comes
 * before all answers. Throws `AgentError`, which names the message, because providers refuse such a
 * history. `get` returns the messages that are in the history already.
 */
export function checkPairs(
  messages: readonly Message[],
  get: (id: string) => Message | undefined,
): void {
  const given = new Map(messages.map((message) => [message.id, message]))
  const parentOf = ({ parentId }: Message): Message | undefined =>
    parentId === null ? undefined : (given.get(parentId) ?? get(parentId))
  for (const [at, message] of messages.entries()) {
    const answered = new Set<string>()
    let before = parentOf(message)
    while (before?.role === 'tool' && !answered.has(before.id)) {
      answered.add(before.id)
      before = parentOf(before)
    }
    const calls = (before?.role === 'assistant' && before.calls) || []
    const isFit =
      message.role === 'tool'
        ? calls.some(({ id }) => id === message.id)
        : calls.every(({ id }) => answered.has(id))
    if (isFit) continue
    throw new AgentError(
      message.role === 'tool'
        ? `messages[${at}] answers no call of the message before it, so none of these messages was taken. Put each answer right after the message with its call.`
        : `messages[${at}] comes before the answer of a call, so none of these messages was taken. Put the answers right after the message with the calls.`,
    )
  }
}
