import type { ChatInput } from './messages/content.ts'
import type { RunHead } from './run.ts'

/** Something the person said that is not in the history yet. */
export interface SaidMessage {
  /** The id that the message gets in the history. */
  readonly id: string
  readonly content: ChatInput
  /** The chat that will take the message; undefined if no chat will. */
  readonly head?: RunHead | undefined
}

/** The messages that the person said in a session, and its history. */
interface SaidIn {
  readonly said?: Map<string, SaidMessage | undefined> | undefined
  readonly history: { has(id: string): boolean }
}

/** Tells if a chat was cancelled only because its session was left or deleted. */
const isLeft = ({ cancellation: { reason } }: RunHead): boolean => reason?.tag === 'session'

/** Tells if the chat of a message was cancelled, so that nobody waits for the message any more. */
export const isWithdrawn = ({ head }: SaidMessage): boolean =>
  head?.cancellation.reason !== undefined && !isLeft(head)

/**
 * Ends the messages of a chat, which takes none of them any more. Those of a session that was left
 * stay in the session, because the person did not end the chat.
 */
export function endSaid({ said, history }: SaidIn, runId: string): void {
  for (const [id, message] of said ?? []) {
    if (message?.head?.id !== runId) continue
    const { head, content } = message
    said?.set(id, isLeft(head) && !history.has(id) ? { id, content } : undefined)
  }
}
