import type { CancelReason } from '../cancel-reason.ts'
import type { AssistantMessage, ToolMessage } from '../messages/message.ts'
import { Store } from './store.ts'

/**
 * One call of the running iteration, for the page to show. The answers of calls that have ended are
 * in the history.
 */
export interface CallActivity {
  readonly callId: string
  readonly tool: string
  /** The name, for people, of the row or card that the call is for; known once the call begins. */
  readonly label?: string | undefined
  /** The id of the assistant message that asks for the call. */
  readonly messageId: string
  readonly status: 'input-streaming' | 'pending' | 'awaiting-approval' | 'running'
  /** The text of the arguments so far. */
  readonly input: string
  /** The progress that the tool last reported, in percent. */
  readonly pct?: number | undefined
  /** The message that the tool last reported. */
  readonly message?: string | undefined
  /**
   * The answer of a call that has ended. The history gets the answer when all earlier calls of the
   * message are answered. Absent while the call goes on.
   */
  readonly answer?: ToolMessage | undefined
}

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
   * of a person.
   */
  readonly waitingFor?: 'retry' | 'network' | 'person' | undefined
  /** The time of the next model call while a retry waits, in milliseconds since the Unix epoch. */
  readonly retryAt?: number | undefined
  readonly runId?: string | undefined
  /** The error of the last run if it did not complete. Removed when the next run starts. */
  readonly error?: Error | undefined
  /** The reason if the last run was cancelled. Removed when the next run starts. */
  readonly cancelled?: CancelReason | undefined
  /** The message that a model is writing; undefined while none does. */
  readonly draft?: MessageDraft | undefined
  /**
   * The calls without an answer in the history, by id. The Map stays the same object, and its
   * entries are replaced.
   */
  readonly calls: ReadonlyMap<string, CallActivity>
}

/**
 * The present activity of the agent: a zustand store that follows the events of the open session's
 * runs.
 */
export class Activity extends Store<ActivityState> {
  constructor() {
    super({ status: 'idle', calls: new Map() })
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
