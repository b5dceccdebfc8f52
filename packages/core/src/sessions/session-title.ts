import type { Message } from '../messages/message.ts'
import { textOf } from '../messages/content.ts'
import type { SessionRow } from '../storage/session-row.ts'

/**
 * Returns the first title of a session: the beginning of what the person said first. Empty if the
 * session has a title, or was begun before.
 */
export function titleOf(
  messages: readonly Message[],
  { title, next }: SessionRow,
): Pick<SessionRow, 'title'> {
  if (title !== undefined || next > 0) return {}
  const first = messages.find((message) => message.role === 'user' && message.source !== 'app')
  return first?.role === 'user' ? { title: textOf(first.content).trim().slice(0, 60) } : {}
}
