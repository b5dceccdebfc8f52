import type { History } from '../messages/history.ts'
import type { Message } from '../messages/message.ts'

/**
 * Returns the head after a reading: the stored one, or the page's own if that follows it and is not
 * stored yet. `messages` are all that the history will have; `holds` tells which are stored.
 */
export function newestHead(
  { head, messages: path }: History,
  stored: string | null,
  messages: readonly Message[],
  holds: (id: string) => boolean,
): string | null {
  if (head === null || holds(head) || !messages.some(({ id }) => id === head)) return stored
  return stored === null || path.some(({ id }) => id === stored) ? head : stored
}
