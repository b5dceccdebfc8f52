import type { Message } from '../messages/message.ts'
import { textOf } from '../messages/content.ts'
import type { SessionRow } from '../storage/session-row.ts'

/**
 * Returns the first title of a session: the beginning of what the person said first in these
 * messages. Empty if the session has a title.
 */
export function titleOf(
  messages: readonly Message[],
  { title }: Pick<SessionRow, 'title'>,
): Pick<SessionRow, 'title'> {
  if (title !== undefined) return {}
  for (const message of messages) {
    if (message.role !== 'user' || message.source === 'app') continue
    const said = textOf(message.content).trim().slice(0, 60)
    if (said !== '') return { title: said }
  }
  return {}
}
