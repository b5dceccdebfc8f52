import { readCallId } from './call-id.ts'
import type { Conversation, PastCall } from './read-prompt.ts'

/** The message being worked on, and how far. */
export interface Request {
  text: string
  /** How many messages before the last one it is: more than 0 when the last one answers a question about it. */
  back: number
  /** Replies to questions about the step that is next. */
  answers: readonly string[]
  /** Offset in the text up to which it is done. */
  done: number
  /** Calls made since the last message. */
  calls: readonly PastCall[]
  /** Where each of those calls ended; absent for calls this model did not make. */
  ends: readonly (number | undefined)[]
}

/**
 * Finds the request in a conversation. A message that follows a question of the assistant answers it, unless `isNew` says that it is
 * a request of its own.
 */
export function findRequest(
  { turns }: Conversation,
  isNew: (text: string) => boolean,
): Request | undefined {
  const last = turns.length - 1
  const turn = turns[last]
  if (!turn) return undefined
  let root = last
  for (;;) {
    const marks = turns[root]?.calls.map(({ id }) => readCallId(id)).find(Boolean)
    if (marks) {
      root = Math.max(0, root - marks.back)
      break
    }
    const asked = turns[root - 1]?.reply.trim().endsWith('?') ?? false
    if (!asked || isNew(turns[root]?.text ?? '')) break
    root -= 1
  }

  let done = -1
  let lastWithCalls = root
  for (let at = root; at <= last; at += 1) {
    for (const { id } of turns[at]?.calls ?? []) {
      const mark = readCallId(id)
      if (!mark || at - mark.back !== root) continue
      done = Math.max(done, mark.end)
      lastWithCalls = at
    }
  }
  return {
    text: turns[root]?.text ?? '',
    back: last - root,
    answers: turns.slice(lastWithCalls + 1).map(({ text }) => text),
    done,
    calls: turn.calls,
    ends: turn.calls.map(({ id }) => readCallId(id)?.end),
  }
}
