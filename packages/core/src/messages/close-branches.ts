import { interrupted } from './close-history.ts'
import { Slices } from '../slices.ts'
import type { Message, ToolMessage } from './message.ts'

/** The messages of a whole history, and the last one of its open path. */
export interface Branches {
  readonly messages: readonly Message[]
  readonly head: string | null
}

/**
 * Returns all branches of a history as providers accept them. The answers to all calls of a message
 * follow right after it, and every branch goes on after them. Missing answers become `interrupted`.
 * Answers without a call are left out. Each message must come after the one that it follows. Works
 * in slices, between which the page has its turn.
 */
export async function closeBranches({ messages, head }: Branches, now: number): Promise<Branches> {
  const { askingOf, answers } = findAnswers(messages)
  /** The last answer after each message with calls. */
  const ends = new Map<string, string>()
  const endOf = (id: string | null): string | null => {
    const asking = askingOf(id)
    return ends.get(asking ?? '') ?? asking
  }
  const closed: Message[] = []
  const slices = new Slices()
  for (const message of messages) {
    const pause = slices.pause()
    if (pause) await pause
    if (message.role === 'tool') continue
    closed.push({ ...message, parentId: endOf(message.parentId) })
    if (message.role === 'user') continue
    // The engine looks for answers in the order of the calls.
    for (const call of message.calls ?? []) {
      const answer = answers.get(message.id)?.get(call.id) ?? interrupted(call, now)
      closed.push({ ...answer, parentId: endOf(message.id) })
      ends.set(message.id, answer.id)
    }
  }
  return { messages: closed, head: endOf(head) }
}

interface Answers {
  /** Returns the id itself, or, for an answer, the id of the message before all answers. */
  readonly askingOf: (id: string | null) => string | null
  /** The answers to the calls of each message, by the ids of the message and of the call. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, ToolMessage>>
}

function findAnswers(messages: readonly Message[]): Answers {
  const asking = new Map<string, string | null>()
  const askingOf: Answers['askingOf'] = (id) => {
    const before = id === null ? null : asking.get(id)
    return before === undefined ? id : before
  }
  const answers = new Map<string, Map<string, ToolMessage>>()
  for (const message of messages) {
    if (message.role === 'assistant') answers.set(message.id, new Map())
    if (message.role !== 'tool') continue
    const from = askingOf(message.parentId)
    asking.set(message.id, from)
    answers.get(from ?? '')?.set(message.id, message)
  }
  return { askingOf, answers }
}
