import type { CancelReason } from './cancellation.ts'
import type { Incoming, Steering } from './engine/loop.ts'
import { CancellationError } from './errors/agent-error.ts'
import type { Branch } from './messages/branches.ts'
import type { ChatInput, Draft, UserMessage } from './messages/message.ts'
import type { AgentPlugin } from './plugins.ts'
import type { RunOptions } from './options.ts'
import type { Run, RunResult } from './run.ts'
import type { Session } from './session.ts'
import type { Queue } from './state/stores.ts'

/** One chat of the session. */
interface ChatTurn {
  readonly run: Run<RunResult>
  readonly steering: Steering
  /** True if plug-ins check or rewrite what is said. */
  readonly isHeld: boolean
  /** A promise that resolves at this chat's turn; undefined if its turn has come already. */
  readonly waiting: Promise<void> | undefined
  /** True if the input is not a message, or if another chat runs and this one must not wait. */
  readonly isRefused: boolean
  /** True once the session of the chat is left. The chat then ends, and counts no more. */
  isLeft: boolean
}

/**
 * The chats of one session. One chat runs; another one waits, joins that chat, replaces it or is
 * refused.
 */
export class ChatTurns {
  readonly #turns: ChatTurn[] = []
  readonly #queue: Queue
  /** The change of the open session that waits for its chats to end. */
  #leaving: Promise<unknown> | undefined

  constructor(queue: Queue) {
    this.#queue = queue
  }

  /** True while a chat runs or waits. */
  get isBusy(): boolean {
    return this.#turns.length > 0
  }

  /**
   * Makes a chat. `onBusy` decides if it waits, is refused or cancels the chats before it. A chat
   * with a `fault` is refused, and changes nothing for the others.
   */
  take(
    run: Run<RunResult>,
    input: ChatInput | undefined,
    {
      onBusy = 'reject',
      plugins,
    }: Pick<RunOptions, 'onBusy'> & { readonly plugins: readonly AgentPlugin[] },
    fault?: Error,
  ): ChatTurn {
    // No message joins a chat whose own message may still be refused.
    const isHeld = plugins.some(holds)
    const isOpen = !isHeld && !plugins.some((plugin) => 'run' in plugin)
    const steering = { ...createSteering(), isOpen }
    const isOther = this.#turns.some((turn) => !isEnding(turn))
    const isRefused = fault !== undefined || (isOther && onBusy === 'reject')
    if (onBusy === 'interrupt' && !isRefused) this.#interrupt()
    const isFirst = !this.isBusy && !this.#leaving
    const turn: ChatTurn = { run, steering, isHeld, waiting: undefined, isRefused, isLeft: false }
    if (isRefused) return turn
    this.#turns.push(turn)
    return isFirst ? turn : Object.assign(turn, { waiting: this.#wait(run, input) })
  }

  /** The first chat; undefined if there is none. */
  get first(): Run<RunResult> | undefined {
    return this.#turns[0]?.run
  }

  /** True while the first chat is in its loop. */
  get isLooping(): boolean {
    return this.#turns[0]?.steering.isLooping ?? false
  }

  /** Removes a chat that has ended, so that the next one can run. */
  leave(run: Run<unknown>): void {
    const at = this.#turns.findIndex((turn) => turn.run === run)
    if (at >= 0) this.#turns.splice(at, 1)
  }

  /**
   * Adds messages to the running chat, which commits them after its current iteration. Returns the
   * run of that chat; undefined if no chat accepts messages.
   */
  join(...incoming: Incoming[]): Run<RunResult> | undefined {
    const [turn] = this.#turns
    if (!turn?.steering.isOpen) return undefined
    turn.steering.waiting.push(...incoming)
    return turn.run
  }

  /**
   * Adds a message of the user to the running chat. The queue shows it until the chat takes it.
   * Returns the run of that chat, or a run of the same chat that rejects if a guardrail refuses the
   * message. Undefined if no chat accepts messages. `onWithdrawn` hears that the user removed it.
   */
  steer(message: Draft<UserMessage>, onWithdrawn: () => void): Run<RunResult> | undefined {
    const [turn] = this.#turns
    if (!turn || isEnding(turn) || turn.steering.isClosed) return undefined
    const run = this.join(message)
    if (!run) return undefined
    const { unchecked, shown, waiting } = turn.steering
    const cancel = (): void => {
      const at = waiting.indexOf(message)
      if (at < 0) return
      waiting.splice(at, 1)
      leaveQueue()
      shown.delete(message)
      unchecked.get(message)?.refuse(new CancellationError(withdrawn))
      unchecked.delete(message)
      onWithdrawn()
    }
    const leaveQueue = this.#queue.add({ runId: run.id, input: message.content, cancel })
    shown.set(message, leaveQueue)
    const { check } = turn.steering
    return turn.isHeld && check ? run.withResult(check(message, run.result)) : run
  }

  /**
   * Cancels every chat, and opens another session once all of them have ended: at once if there is
   * none. Chats that are begun meanwhile belong to that session, and wait for it. Resolves or
   * rejects as `open` does.
   */
  async leaveSession(open: () => void): Promise<void> {
    const left = [...this.#turns]
    if (left.length === 0 && !this.#leaving) return open()
    for (const turn of left) {
      turn.isLeft = true
      turn.run.cancel({ kind: 'user', tag: 'session' })
    }
    const ended = Promise.allSettled([this.#leaving, ...left.map(({ run }) => run.result)])
    const leaving = ended.then(open)
    this.#leaving = leaving
    await leaving.finally(() => {
      if (this.#leaving === leaving) this.#leaving = undefined
    })
  }

  /** Resolves when no chat of a left session goes on. */
  async left(): Promise<void> {
    await this.#leaving?.catch(() => undefined)
  }

  async #wait(run: Run<RunResult>, input: ChatInput | undefined): Promise<void> {
    const leaveQueue = this.#queue.add({
      runId: run.id,
      input: input ?? '',
      cancel: () => run.cancel(withdrawn),
    })
    const before = (): Promise<unknown> | undefined => {
      const at = this.#turns.findIndex((turn) => turn.run === run)
      return at > 0 ? this.#turns[0]?.run.result : at === 0 ? this.#leaving : undefined
    }
    let work = before()
    // A waiting chat that is cancelled starts at once, so that it ends as cancelled.
    while (work && !run.cancellation.reason) {
      // One that is refused while it waits has its result before its turn.
      await run.cancellation.race(Promise.race([work, run.result])).catch(() => undefined)
      await Promise.resolve()
      work = before()
    }
    leaveQueue()
  }

  #interrupt(): void {
    for (const { run } of this.#turns) run.cancel({ kind: 'user', tag: 'interrupt' })
  }
}

/** Whether a chat was cancelled or left. The next one then waits for its end, however short. */
const isEnding = ({ isLeft, run }: ChatTurn): boolean =>
  isLeft || run.cancellation.reason !== undefined

/** Something the user said that is not in the history yet. */
export interface SaidMessage {
  /** The id that the message gets in the history. */
  readonly id: string
  readonly content: ChatInput
  /** The chat that will take the message; undefined if no chat will. */
  readonly run?: Run<unknown> | undefined
  /** The place where its chat begins, if that is not the end of the history. */
  readonly branch?: Branch | undefined
  /** True if it must not leave the device. */
  readonly local?: true | undefined
  /**
   * True until the plug-ins that check it have accepted it, and until those that rewrite it have.
   * It is then in memory alone: nothing stores it, shows it in another page or gives it back.
   */
  readonly isHeld?: boolean | undefined
}

/** Whether what is said may be kept, shown and given back only after a plug-in has passed it. */
export const holds = (plugin: AgentPlugin): boolean =>
  plugin.input !== undefined || plugin.rewritesInput === true

/** The reason of a chat whose message the user takes back from the queue. */
export const withdrawn: CancelReason = { kind: 'user', tag: 'withdrawn' }

/** Creates the steering of a chat that takes no messages yet. */
export const createSteering = (): Steering => ({
  isOpen: false,
  isLooping: false,
  waiting: [],
  unchecked: new Map(),
  shown: new Map(),
})

/** Whether a chat was cancelled only because its session was left or deleted. */
export const isLeft = ({ cancellation: { reason } }: Cancellable): boolean =>
  reason?.tag === 'session'

/** Whether the user has taken back the message of a chat. */
export const isWithdrawn = ({ cancellation: { reason } }: Cancellable): boolean =>
  reason?.tag === withdrawn.tag

type Cancellable = Pick<Run<unknown>, 'cancellation'>

/**
 * Ends the messages of a chat, which takes none of them any more. Those of a session that was left
 * stay in the session, because the user did not end the chat.
 */
export function endSaid({ said, history }: Session, runId: string): void {
  for (const [id, message] of said ?? []) {
    if (message?.run?.id !== runId) continue
    const { run, isHeld, ...left } = message
    said?.set(id, isLeft(run) && !isHeld && !history.has(id) ? left : undefined)
  }
}
