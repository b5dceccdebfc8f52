import type { CancelReason } from '../cancellation.ts'
import type { AssistantMessage, ChatInput } from '../messages/message.ts'
import type { Session } from '../session.ts'
import type { Undo } from '../tools/context.ts'
import { Store } from './store.ts'

/** The message a model is writing. */
export interface MessageDraft {
  /** The id of the message, also in the history later. */
  readonly id: string
  readonly content: string
  readonly reasoning: string
  /**
   * The message as it would be in the history now, without a `finishReason`. Undefined while it is
   * empty.
   */
  readonly message?: AssistantMessage | undefined
}

/** The state of the agent's activity, for a page to show. */
export interface ActivityState {
  /**
   * The kind of activity. `settling`: the page is catching up with a tool. `waiting`: see
   * `waitingFor`.
   */
  readonly status: 'idle' | 'running' | 'settling' | 'waiting'
  /**
   * The thing that a waiting agent waits for: to call the model again, the network, or the answer
   * of a user.
   */
  readonly waitingFor?: 'retry' | 'network' | 'user' | undefined
  /** The time of the next model call while a retry waits, in milliseconds since the Unix epoch. */
  readonly retryAt?: number | undefined
  readonly runId?: string | undefined
  /** The error of the last run if it did not complete. Removed when the next run starts. */
  readonly error?: Error | undefined
  /** The reason if the last run was cancelled. Removed when the next run starts. */
  readonly cancelled?: CancelReason | undefined
  /** The message that a model is writing; undefined while none does. */
  readonly draft?: MessageDraft | undefined
}

/**
 * The present activity of the agent: a zustand store that follows the events of the open session's
 * runs.
 */
export class Activity extends Store<ActivityState> {
  constructor() {
    super({ status: 'idle' })
  }

  /**
   * Applies a change. Only core calls this.
   *
   * @internal
   */
  change(change: Partial<ActivityState>): void {
    this.setState({ ...this.getState(), ...change }, true)
  }

  /**
   * Shows that a run begins, and clears the outcome of the run before it. Does nothing during a
   * run.
   *
   * @internal
   */
  begin(runId: string): void {
    const { runId: before } = this.getState()
    if (before !== none) return
    this.change({ status: 'running', ...unwaiting, runId, error: none, cancelled: none })
  }

  /**
   * Shows that the run has ended, with its error or cancel reason if it did not complete.
   *
   * @internal
   */
  end(how: Pick<ActivityState, 'error' | 'cancelled'> = {}): void {
    this.change({ status: 'idle', runId: none, ...unwaiting, draft: none, ...how })
  }
}

const none = undefined

const unwaiting = { waitingFor: none, retryAt: none }

/**
 * A message that the history does not have yet. It waits for the running chat to end, for the
 * storage, a file or a check, or joins the running chat.
 */
export interface QueuedChat {
  /** The id of the chat's run. That of a message that joins a chat is the id of that run. */
  readonly runId: string
  /** The message; empty for `resume`, which has no new one. */
  readonly input: ChatInput
  /** Takes the message back for the user, so that it is never sent. */
  readonly cancel: () => void
}

/** The state of the queue, for a page to show. */
export interface QueueState {
  /** What waits, in the order in which it came. */
  readonly waiting: readonly QueuedChat[]
}

/** The messages that the history does not have yet: a zustand store. */
export class Queue extends Store<QueueState> {
  constructor() {
    super({ waiting: [] })
  }

  /**
   * Adds a chat. Returns a function that removes it.
   *
   * @internal
   */
  add(chat: QueuedChat): () => void {
    this.setState({ waiting: [...this.getState().waiting, chat] })
    return () =>
      this.setState({ waiting: this.getState().waiting.filter((other) => other !== chat) })
  }

  /** Cancels the waiting chat of this run id. Returns false if none waits. */
  cancel(runId: string): boolean {
    const chat = this.getState().waiting.find((waiting) => waiting.runId === runId)
    chat?.cancel()
    return chat !== undefined
  }
}

/** The place of a call: its tool, iteration, session and runs. */
export interface CallPlace {
  readonly callId: string
  readonly tool: string
  readonly iteration: number
  /** The session of the outermost run around the call. */
  readonly session: Session
  /** The ids of the call's run and of the runs around that run, the innermost first. */
  readonly runIds: readonly string[]
  /** True if the call has reached an untrusted tool, whose errors are third-party text. */
  readonly isUntrusted?: boolean | undefined
}

/** A call that registered an undo. */
export interface UndoableCall extends CallPlace {
  /** Registers one more undo, which runs before those registered until now. */
  add(undo: Undo): void
  /** Takes note that the call has ended: it can be undone from now on. */
  finish(): void
}
