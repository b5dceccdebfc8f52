import type { UIMessage } from 'ai'

/**
 * Tells a chat of the AI SDK to send again as soon as one approval is answered. For
 * `sendAutomaticallyWhen`: the calls of an agent are decided one after another, so the chat must
 * not wait until all are.
 */
export function whenDecided({ messages }: { messages: readonly UIMessage[] }): boolean {
  const parts = messages.at(-1)?.parts ?? []
  return parts.some((part) => 'state' in part && part.state === 'approval-responded')
}
