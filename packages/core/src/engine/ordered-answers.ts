import type { AssistantToolCall, Draft, ToolMessage } from '../messages/message.ts'
import { toMessage } from '../messages/history.ts'
import { append, keep, whileRunning } from './commit.ts'
import type { LoopRun } from './run-core.ts'

/** An answer that is decided. */
export interface Committed {
  /** The answer, as it is in the history now or as soon as all earlier calls are answered. */
  readonly message: ToolMessage
  /**
   * A promise that resolves when the answer is durable and the hooks have heard of it. Undefined if
   * there is nothing to wait for.
   */
  readonly kept?: Promise<unknown> | undefined
}

/** The function that takes the answer of a call. It decides the call, and cannot be taken back. */
export type CommitAnswer = (draft: Draft<ToolMessage>) => Committed

/** Returns a function that adds each answer to the history at once. */
export const commitAtOnce =
  (run: LoopRun): CommitAnswer =>
  (draft) => {
    const message = append(run, draft)
    return { message, kept: keep(run, [message]) }
  }

/**
 * The answers to the calls of one message. They enter the history in the order of the calls,
 * whichever call ends first. An answer that waits for its turn is durable already.
 */
export class OrderedAnswers {
  readonly #run: LoopRun
  readonly #calls: readonly AssistantToolCall[]
  readonly #waiting: Map<string, ToolMessage>
  /** The position of the first call whose answer is not in the history. */
  #next = 0
  #kept: Promise<unknown> | undefined

  /**
   * `calls` are the calls without an answer in the history, in order. `waiting` are the answers
   * that are known already, by call id.
   */
  constructor(
    run: LoopRun,
    calls: readonly AssistantToolCall[],
    waiting?: ReadonlyMap<string, ToolMessage>,
  ) {
    this.#run = run
    this.#calls = calls
    this.#waiting = new Map(waiting)
  }

  /** The answers that wait for the answer of an earlier call, by call id. */
  get waiting(): ReadonlyMap<string, ToolMessage> {
    return this.#waiting
  }

  /** Tells if a call has its answer. */
  has(callId: string): boolean {
    return this.#run.session.history.has(callId) || this.#waiting.has(callId)
  }

  /** Takes an answer that was stored before a reload. No event tells of it again. */
  restore(answer: ToolMessage): Promise<unknown> | undefined {
    this.#run.unreported.push(answer)
    return this.#add(answer, () => undefined).kept
  }

  readonly commit: CommitAnswer = (draft) =>
    this.#add(draft, (call, message) => {
      const { journal } = this.#run
      return journal && whileRunning(this.#run, () => journal.ended(call, message))
    })

  #add(
    draft: Draft<ToolMessage>,
    hold: (call: AssistantToolCall, message: ToolMessage) => Promise<unknown> | undefined,
  ): Committed {
    const at = this.#calls.findIndex(({ id }) => id === draft.id)
    const [before, call] = [this.#calls[at - 1], this.#calls[at]]
    if (at > this.#next && before && call) {
      const message = toMessage<ToolMessage>(draft, before.id)
      this.#waiting.set(message.id, message)
      return { message, kept: hold(call, message) }
    }
    const message = append(this.#run, draft)
    const messages = [message]
    this.#next++
    for (let next = this.#takeNext(); next; next = this.#takeNext()) {
      messages.push(append(this.#run, next))
      this.#next++
    }
    this.#kept = keep(this.#run, messages, this.#kept)
    return { message, kept: this.#kept }
  }

  #takeNext(): ToolMessage | undefined {
    const { id = '' } = this.#calls[this.#next] ?? {}
    const message = this.#waiting.get(id)
    this.#waiting.delete(id)
    return message
  }
}
