import type { Agent, AgentEvent, Message, Run } from '@ambit/core'

/**
 * Moves the head of the history to the end of the turn that a message belongs to; null for before
 * the first turn. What follows stays as another branch.
 */
export function goOnAfter({ history }: Agent, id: string | null): void {
  if (id !== null && !history.messages.some((message) => message.id === id)) history.select(id)
  const { messages } = history
  const at = messages.findIndex((message) => message.id === id)
  const next = messages.findIndex((message, place) => place > at && isOfUser(message))
  if (next >= 0) history.moveTo(messages[next - 1]?.id ?? null)
}

/**
 * Returns the messages of the turn that goes on, up to the first that a run itself has made. Empty
 * for a run whose message is not in the history yet.
 */
export function turnBefore(
  { history: { messages } }: Agent,
  { events }: Run<unknown>,
): readonly Message[] {
  const own = events.flatMap((event) =>
    event.type === 'agent:request_started' ? [event.messageId] : [],
  )
  const [started] = events
  if (own.length === 0 && started?.type === 'agent:started' && started.input !== undefined)
    return []
  const turn = messages.slice(messages.findLastIndex(isOfUser) + 1)
  const end = turn.findIndex(({ id }) => own.includes(id))
  return end < 0 ? turn : turn.slice(0, end)
}

/** Returns the number of the last event before the run answered its last message of the user. */
export function eventsBefore({ events }: Run<unknown>): number {
  const joined = events.findLast(isJoined)
  return joined ? joined.seq - 1 : 0
}

/** Whether an event tells of a new message of the user. */
export const isJoined = (event: AgentEvent): boolean =>
  event.type === 'agent:message' && isOfUser(event.message)

/** Whether a message, or the record of one, is one of the user. It begins a turn. */
export const isOfUser = (message: {
  readonly role: Message['role']
  readonly source?: unknown
}): boolean => message.role === 'user' && message.source === undefined
