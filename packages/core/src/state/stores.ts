import type { CancelReason } from '../cancellation.ts'
import type { AgentEvent } from '../events.ts'
import type { AssistantMessage, ChatInput, ToolMessage, ToolStatus } from '../messages/message.ts'
import type { Session } from '../session.ts'
import type { OutsideSource, TouchTarget, Undo, UndoneCall } from '../tools/context.ts'
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
  readonly percent?: number | undefined
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

/** A message that waits for the running chat to end. */
export interface QueuedChat {
  /** The id of the chat's run. */
  readonly runId: string
  /** The message; empty for `resume`, which has no new one. */
  readonly input: ChatInput
  /** Removes the chat for the person, so that it never starts. */
  readonly cancel: () => void
}

/** The state of the queue, for a page to show. */
export interface QueueState {
  /** The waiting chats in the order in which they will run. */
  readonly waiting: readonly QueuedChat[]
}

/** The chats that wait for their turn: a zustand store. */
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
    this.setState(({ waiting }) => ({ waiting: [...waiting, chat] }))
    return () =>
      this.setState(({ waiting }) => ({
        waiting: waiting.filter((other) => other !== chat),
      }))
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

/** The state of one call's undo. */
export interface CallUndo extends UndoneCall {
  readonly runId: string
  readonly status: 'possible' | 'undoing' | 'undone' | 'failed'
  /** The error that the undo threw. */
  readonly error?: Error | undefined
}

/** The state of the undos, for a page to show. */
export interface UndosState {
  /**
   * The calls of the open session and of `execute` that have ended and registered an undo, by id,
   * in the order in which they ended. The Map stays the same object, and its entries are replaced.
   * Of two calls with one id, in different runs, the newer is here.
   */
  readonly calls: ReadonlyMap<string, CallUndo>
}

/** The calls that can be undone: a zustand store of the last 200 calls that registered an undo. */
export class Undos extends Store<UndosState> {
  #canUndo: (id: string) => boolean = () => false

  constructor() {
    super({ calls: new Map() })
  }

  /** Whether `undo` with this id, of a call or a run, would undo anything now. */
  canUndo(id: string): boolean {
    return this.#canUndo(id)
  }

  /**
   * Shows the calls of the part that keeps the undos. Only the engine calls this.
   *
   * @internal
   */
  follow(state: UndosState, canUndo: (id: string) => boolean): void {
    this.#canUndo = canUndo
    this.setState(state)
  }

  /**
   * Notifies the listeners after an entry was replaced. Only the engine calls this.
   *
   * @internal
   */
  changed(): void {
    this.setState({})
  }
}

/** The things on the page that one call changed. */
export interface CallTouch {
  readonly callId: string
  readonly tool: string
  /**
   * The name of the tool's scope, for a call that named nothing: its element is what changed.
   * Absent if the call named something.
   */
  readonly scope?: string | undefined
  /** The things that the call named with `ctx.touched`, as far as they still exist. */
  readonly targets: readonly TouchTarget[]
}

/** The state of what calls touched, for a page to show. */
export interface TouchesState {
  /**
   * The calls that touched something, by id, in the order in which they ended. The Map stays the
   * same object. Of two calls with one id, the newer is here.
   */
  readonly calls: ReadonlyMap<string, CallTouch>
  /** The call that touched something last. */
  readonly latest?: CallTouch | undefined
}

/** The most calls of which it is known what they touched. The oldest call is forgotten first. */
const maxTouched = 200

/**
 * The things on the page that calls touched: a zustand store of the last 200 calls that touched
 * any. Empty when another session is opened. Nothing of it is stored or sent, and no element is
 * kept alive by it.
 */
export class Touches extends Store<TouchesState> {
  readonly #calls = new Map<string, CallTouch>()

  constructor() {
    super({ calls: new Map() })
  }

  /**
   * Adds what a call touched. Only the engine calls this.
   *
   * @internal
   */
  add(touch: CallTouch): void {
    this.#calls.delete(touch.callId)
    this.#calls.set(touch.callId, touch)
    const [oldest] = this.#calls.keys()
    if (oldest !== undefined && this.#calls.size > maxTouched) this.#calls.delete(oldest)
    this.setState({ calls: this.#calls, latest: touch })
  }

  /**
   * Forgets all calls. Only the engine calls this.
   *
   * @internal
   */
  clear(): void {
    this.#calls.clear()
    this.setState({ calls: this.#calls, latest: undefined })
  }
}

/** One call of a caller from outside. */
export interface OutsideCall {
  readonly callId: string
  readonly runId: string
  readonly tool: string
  /** The name, for people, of the row or card that the call is for. */
  readonly label?: string | undefined
  /** The kind of caller, such as `webmcp`. */
  readonly source: OutsideSource
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  readonly status: 'running' | ToolStatus
}

/** The state of the callers from outside, for a page to show. */
export interface OutsideState {
  /** True if the person has stopped callers from outside: none of their calls runs. */
  readonly isStopped: boolean
  /** The last 20 calls, oldest first. */
  readonly calls: readonly OutsideCall[]
}

/** The most calls that are shown. */
const maxOutsideCalls = 20

/**
 * The callers from outside of the page, such as the agent of the browser: a zustand store of what
 * they called, with a switch. Kept in memory only.
 */
export class Outside extends Store<OutsideState> {
  constructor() {
    super({ isStopped: false, calls: [] })
  }

  /** Stops callers from outside: cancels their calls, and denies all further ones. */
  stop(): void {
    this.setState({ isStopped: true })
  }

  /** Lets callers from outside call again. */
  allow(): void {
    this.setState({ isStopped: false })
  }

  /**
   * Follows the events of one call from outside. Only core calls this.
   *
   * @internal
   */
  readonly follow = (event: AgentEvent): void => {
    const { calls } = this.getState()
    if (event.type === 'agent:tool_started') {
      const { callId, runId, tool, label, source = '', at: startedAt } = event
      const call = { callId, runId, tool, label, source, startedAt, status: 'running' } as const
      this.setState({ calls: [...calls, call].slice(-maxOutsideCalls) })
    } else if ('callId' in event && 'message' in event && typeof event.message === 'object') {
      const { callId, message } = event
      const { status } = message
      const told = calls.map((call) => (call.callId === callId ? { ...call, status } : call))
      this.setState({ calls: told })
    }
  }
}
