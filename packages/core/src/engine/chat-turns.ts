import { AgentBusyError } from '../errors/run-errors.ts'
import type { Queue } from '../stores/queue.ts'
import type { ChatInput } from '../values/content.ts'
import type { Draft, Message } from '../values/message.ts'
import type { OnBusy } from './agent-options.ts'
import type { Steering } from './loop.ts'
import { Run } from './run.ts'
import type { LoopRun } from './run-core.ts'
import type { RunResult } from './run-result.ts'

/** One chat that was accepted and has not ended. */
interface Turn {
  readonly run: Run<RunResult>
  readonly core: LoopRun
  readonly steering: Steering
}

/** What one chat brings. */
export interface TurnStart {
  readonly core: LoopRun
  readonly input: ChatInput | undefined
  readonly onBusy: OnBusy
  readonly steering: Steering
  /** Runs it. */
  readonly start: () => Promise<RunResult>
  /** Runs it to nothing but this error. */
  readonly refuse: (error: Error) => Promise<RunResult>
}

/** The chats of one session: one runs, the others wait, join it, take its place or are refused. */
export class ChatTurns {
  readonly #turns: Turn[] = []
  readonly #queue: Queue

  constructor(queue: Queue) {
    this.#queue = queue
  }

  /** Hands messages to the running chat, to be committed after its current iteration; undefined when none takes any. */
  join(...drafts: Draft<Message>[]): Run<RunResult> | undefined {
    const [turn] = this.#turns
    if (!turn?.steering.isOpen) return undefined
    turn.steering.waiting.push(...drafts)
    return turn.run
  }

  /** Whether a chat runs or waits. */
  get isBusy(): boolean {
    return this.#turns.length > 0
  }

  take({ core, input, onBusy, steering, start, refuse }: TurnStart): Run<RunResult> {
    const { promise, resolve } = Promise.withResolvers<RunResult>()
    const run = new Run(core, promise)
    if (this.isBusy && onBusy === 'reject') {
      resolve(refuse(new AgentBusyError()))
      return run
    }
    if (onBusy === 'interrupt') this.#interrupt()
    const turn = { run, core, steering }
    const isFirst = this.#turns.push(turn) === 1
    const leave = (): void => this.leave(core)
    resolve((isFirst ? start() : this.#wait(turn, input, start)).finally(leave))
    return run
  }

  /** Makes room for the next chat: a run that has told its end is no longer in the way. */
  leave(core: LoopRun): void {
    const at = this.#turns.findIndex((turn) => turn.core === core)
    if (at >= 0) this.#turns.splice(at, 1)
  }

  async #wait(
    turn: Turn,
    input: ChatInput | undefined,
    start: () => Promise<RunResult>,
  ): Promise<RunResult> {
    const leaveQueue = this.#queue.add({ runId: turn.core.id, input: input ?? '' })
    // A chat that is cancelled while it waits starts at once, to end as cancelled.
    while (this.#turns[0] !== turn && !turn.core.cancellation.reason) {
      const { result } = (this.#turns[0] ?? turn).run
      await turn.core.cancellation.race(result).catch(() => undefined)
      await Promise.resolve()
    }
    leaveQueue()
    return start()
  }

  #interrupt(): void {
    for (const { core } of this.#turns) core.cancel({ kind: 'user', tag: 'interrupt' })
  }
}
