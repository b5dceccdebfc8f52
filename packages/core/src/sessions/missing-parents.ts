import type { Message } from '../messages/message.ts'

/** The messages of a session in a page, and which of them are stored. */
interface Copy {
  get(id: string): Message | undefined
  holds(id: string): boolean
}

/**
 * Returns the messages to write: the given ones that are not stored, each after the messages of its
 * path that are not stored either. A message whose parent is in no row could not be shown.
 */
export function withMissingParents(messages: readonly Message[], copy: Copy): Message[] {
  const wanted = new Set<Message>()
  for (const message of messages) {
    const path: Message[] = []
    let at: Message | undefined = message
    while (at && !copy.holds(at.id) && !wanted.has(at)) {
      path.push(at)
      at = copy.get(at.parentId ?? '')
    }
    for (const missing of path.reverse()) wanted.add(missing)
  }
  return [...wanted]
}
