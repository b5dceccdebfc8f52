import type { Queue } from './state/queue.ts'
import type { ChatInput } from './messages/content.ts'
import type { OnBusy } from './agent-options.ts'
import type { Joining, Steering } from './engine/loop.ts'
import { Run, type RunHead } from './run.ts'
import type { RunResult } from './run-result.ts'

/** One chat that was accepted and has not ended. */
interface Turn {
  readonly run: Run<RunResult>
  readonly head: RunHead
  readonly steering: Steering
}

/** What one chat brings. */
export interface TurnStart {
  readonly head: RunHead
  readonly input: ChatInput | undefined
  readonly onBusy: OnBusy
  readonly steering: Steering
  /** Runs it, or where it is refused runs it to nothing but that. */
  readonly start: (isRefused?: boolean) => Promise<RunResult>
}

/** The chats of one session: one runs, the others wait, join it, take its place or are refused. */
export class ChatTurns {
  readonly #turns: Turn[] = []
  readonly #queue: Queue

  constructor(queue: Queue) {
    this.#queue = queue
  }

  /** Hands messages to the running chat, to be committed after its current iteration; undefined when none takes any. */
  join(...drafts: Joining[]): Run<RunResult> | undefined {
    const [turn] = this.#turns
    if (!turn?.steering.isOpen) return undefined
    turn.steering.waiting.push(...drafts)
    return turn.run
  }

  /** Whether a chat runs or waits. */
  get isBusy(): boolean {
    return this.#turns.length > 0
  }

  /** Cancels every chat, and resolves when they have ended. */
  async end(): Promise<void> {
    const turns = [...this.#turns]
    for (const { head } of turns) head.cancel({ kind: 'user', tag: 'session' })
    await Promise.allSettled(turns.map(({ run }) => run.result))
  }

  take({ head, input, onBusy, steering, start }: TurnStart): Run<RunResult> {
    const { promise, resolve } = Promise.withResolvers<RunResult>()
    const run = new Run(head, promise)
    if (this.isBusy && onBusy === 'reject') {
      resolve(start(true))
      return run
    }
    if (onBusy === 'interrupt') this.#interrupt()
    const turn = { run, head, steering }
    const isFirst = this.#turns.push(turn) === 1
    const leave = (): void => this.leave(head)
    resolve((isFirst ? start() : this.#wait(turn, input, start)).finally(leave))
    return run
  }

  /** Makes room for the next chat: a run that has told its end is no longer in the way. */
  leave(head: RunHead): void {
    const at = this.#turns.findIndex((turn) => turn.head === head)
    if (at >= 0) this.#turns.splice(at, 1)
  }

  async #wait(
    turn: Turn,
    input: ChatInput | undefined,
    start: () => Promise<RunResult>,
  ): Promise<RunResult> {
    const { head } = turn
    const leaveQueue = this.#queue.add({
      runId: head.id,
      input: input ?? '',
      cancel: () => head.cancel({ kind: 'user' }),
    })
    // A chat that is cancelled while it waits starts at once, to end as cancelled.
    while (this.#turns[0] !== turn && !turn.head.cancellation.reason) {
      const { result } = (this.#turns[0] ?? turn).run
      await turn.head.cancellation.race(result).catch(() => undefined)
      await Promise.resolve()
    }
    leaveQueue()
    return start()
  }

  #interrupt(): void {
    for (const { head } of this.#turns) head.cancel({ kind: 'user', tag: 'interrupt' })
  }
}
