// The reasons: decisions/0087.
import type { Effect } from '../tools/effects.ts'
import type { History } from './history.ts'
import type { Message, ToolMessage, UndoNotice } from './message.ts'

/** What is known of the calls of this page. */
export interface KnownCalls {
  /** Returns the effect of the tool of an answered call; undefined if the page has no such tool. */
  effectOf(answer: ToolMessage): Effect | undefined
  /** The state of the undo of a call; undefined for one that registered none. */
  undoOf(callId: string): 'possible' | 'undoing' | 'undone' | 'failed' | undefined
  /** Returns the answers of the calls that ran inside a call, such as those of another agent. */
  inside(callId: string): readonly ToolMessage[]
}

/**
 * Returns the answers of calls whose effects hold, oldest first, with the calls inside these. They
 * succeeded or were stopped while they ran, do not only read, and are not undone. Any other call
 * counts if it can be undone. A tool that has left the page counts as one that does not only read.
 */
export function callsInEffect(
  history: Pick<History, 'all' | 'has'>,
  messages: readonly Message[],
  known: KnownCalls,
): ToolMessage[] {
  const undone = new Set(noticesOf(history.all).flatMap((notice) => notice.undone))
  const holds = (answer: ToolMessage): boolean => {
    const undo = known.undoOf(answer.id)
    if (undo === 'undone' || undone.has(answer.id)) return false
    return mayHold.has(answer.status) ? known.effectOf(answer) !== 'read' : undo === 'possible'
  }
  return messages.flatMap((message) => {
    if (message.role !== 'tool') return []
    const inside = known.inside(message.id).filter(({ id }) => !history.has(id))
    return [message, ...inside].filter(holds)
  })
}

/** The statuses of calls that took effect, or may have. */
const mayHold: ReadonlySet<ToolMessage['status']> = new Set(['ok', 'interrupted', 'timeout'])

/** Returns the messages that leave the path if a branch begins at a message. */
export function leftBy(history: History, id: string): readonly Message[] {
  const { messages } = history
  let from = history.get(id)
  while (from?.role === 'tool') from = history.get(from.parentId ?? '')
  if (!from) return []
  const kept = new Set<string>()
  for (let at = history.get(from.parentId ?? ''); at; at = history.get(at.parentId ?? '')) {
    kept.add(at.id)
  }
  return messages.filter((message) => !kept.has(message.id))
}

/** Returns what messages tell of undos. */
export const noticesOf = (messages: readonly Message[]): UndoNotice[] =>
  messages.flatMap((message) => (message.role === 'user' && message.undo ? [message.undo] : []))
