import type { Conversation, PastCall } from './read-prompt.ts'

/** The message that is being worked on, and its progress. */
export interface Request {
  text: string
  /**
   * The number of messages after this one: more than 0 if the last message answers a question about
   * it.
   */
  back: number
  /** The replies to questions about the next step. */
  answers: readonly string[]
  /** The offset in the text up to which the request is done. */
  done: number
  /** The calls since the last message. */
  calls: readonly PastCall[]
  /**
   * The offset up to which each of those calls has done the text. Undefined for a call of another
   * model.
   */
  ends: readonly (number | undefined)[]
}

/**
 * Finds the request in a conversation. A message after a question of the assistant answers that
 * question, unless `isNew` says that the message is a request of its own.
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

/**
 * The progress that a call id holds, because the model keeps no state between calls. `back` counts
 * messages from the last one to the request. `end` is the offset in the request up to which it is
 * done.
 */
export interface CallMark {
  back: number
  end: number
}

export function writeCallId(ordinal: number, { back, end }: CallMark, hash: string): string {
  return `demo_${ordinal}_${back}_${end}_${hash}`
}

/**
 * Reads the progress from a call id. Returns undefined for a call of another model or of the app.
 */
function readCallId(id: string): CallMark | undefined {
  const match = /^demo_\d+_(\d+)_(\d+)_[a-z0-9]+$/.exec(id)
  return match ? { back: Number(match[1]), end: Number(match[2]) } : undefined
}

/**
 * Computes a hash to tell prompts apart: FNV-1a, 32 bits, in base 36. The hash protects nothing.
 */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
