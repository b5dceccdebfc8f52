import type { AgentStores } from '../agent.ts'
import type { CallState } from '../messages/call-state.ts'
import { callsInEffect, type KnownCalls, leftBy } from '../messages/in-effect.ts'
import type { ToolMessage } from '../messages/message.ts'
import type { OutsideSource, TouchTarget, UndoneCall } from '../tools/context.ts'
import { Store } from './store.ts'

/** The undo of a call that registered one. */
export interface CallUndo {
  readonly status: 'possible' | 'undoing' | 'undone' | 'failed'
  /** The error that the undo threw. */
  readonly error?: Error | undefined
}

/** The things on the page that a call changed. */
export interface CallTouch {
  /**
   * The name of the tool's scope, for a call that named nothing: its element is what changed.
   * Absent if the call named something.
   */
  readonly scope?: string | undefined
  /** The things that the call named with `ctx.touched`, as far as they still exist. */
  readonly targets: readonly TouchTarget[]
}

/** One call of a tool: of the model, of the page, or of a caller from outside. */
export interface CallRecord {
  readonly callId: string
  readonly tool: string
  /** The id of the call's run. Absent for a call that another page makes. */
  readonly runId?: string | undefined
  /** The kind of a caller from outside, such as `webmcp`. Absent for the model and the page. */
  readonly source?: OutsideSource | undefined
  /**
   * The id of the call whose handler runs the call, by `ctx.execute` or `ctx.runTool`. Absent for a
   * call that is part of no other.
   */
  readonly parentCallId?: string | undefined
  /** The name of the agent that runs the call. Absent for a call that is part of no other. */
  readonly agent?: string | undefined
  /** The title of the tool. Absent for a call that is part of no other: `agent.scopes` has it. */
  readonly title?: string | undefined
  /** The ids of the runs inside the call, in the order in which they began. */
  readonly runIds?: readonly string[] | undefined
  /** The name, for people, of the row or card that the call is for; known once the call begins. */
  readonly label?: string | undefined
  /** The id of the assistant message that asks for the call. Absent for calls of others. */
  readonly messageId?: string | undefined
  readonly state: CallState
  /**
   * The text of the arguments that the model has written so far. That of a call inside another
   * stays when it has ended. Absent for calls of others.
   */
  readonly input?: string | undefined
  /** The progress that the tool last reported, in percent. */
  readonly percent?: number | undefined
  /** The message that the tool last reported. */
  readonly message?: string | undefined
  /**
   * The answer of a call that has ended. The history gets the answer when all earlier calls of the
   * message are answered. Absent while the call goes on.
   */
  readonly answer?: ToolMessage | undefined
  /**
   * The end of a handler that went on after its call was stopped or took too long: if it returned
   * or threw. Absent for any other call, and until the handler ends.
   */
  readonly late?: 'returned' | 'threw' | undefined
  /** Absent if the call registered no undo, or still goes on. */
  readonly undo?: CallUndo | undefined
  /** Absent if the call touched nothing, or still goes on. */
  readonly touched?: CallTouch | undefined
}

/** What the part that keeps the undo functions knows of calls. */
interface UndoAnswers {
  readonly canUndo: (id: string) => boolean
  readonly known: () => KnownCalls
}

/**
 * The calls that go on, and the last 200 that have ended: a zustand store of a Map, which is
 * another one after each change. It has the calls of the open session, of `execute` and of callers
 * from outside since the page was opened. Calls of other agents inside these are here too. Earlier
 * ones are in the history alone. Of two calls with one id, in different runs, the newer is here. No
 * element of the page is kept alive by it.
 */
export class Calls extends Store<ReadonlyMap<string, CallRecord>> {
  /** The records now. The state is a copy of them, made when somebody reads or observes it. */
  readonly #records = new Map<string, CallRecord>()
  #isCopied = true
  #isObserved = false
  readonly #page: Pick<AgentStores, 'history' | 'scopes'>
  #asked: UndoAnswers = {
    canUndo: () => false,
    // Without the part that keeps them, no call of this page has ended.
    known: () => ({
      effectOf: ({ name }) => this.#page.scopes.find(name)?.tool.effect,
      undoOf: () => undefined,
      inside: () => [],
    }),
  }
  #cancel: (id: string) => void = () => undefined

  /** @internal */
  constructor(page: Pick<AgentStores, 'history' | 'scopes'>) {
    super(new Map())
    this.#page = page
    const { getState, subscribe } = this
    const read = (): ReadonlyMap<string, CallRecord> => {
      this.#copy()
      return getState()
    }
    const observe: typeof subscribe = (listener) => {
      this.#isObserved = true
      this.#copy()
      return subscribe(listener)
    }
    Object.assign(this, { getState: read, subscribe: observe })
  }

  /** Whether `undo` with this id, of a call or a run, would undo anything now. */
  canUndo(id: string): boolean {
    return this.#asked.canUndo(id)
  }

  /**
   * Returns the calls that `replaces`, or `resume` with `from`, would leave in effect with this
   * message. They follow it in the conversation, succeeded or were stopped while they ran, do not
   * only read, and are not undone. Oldest first. Calls of other agents inside these are among them,
   * except those from before a reload.
   */
  leftBy(messageId: string): readonly UndoneCall[] {
    const { history } = this.#page
    const answers = callsInEffect(history, leftBy(history, messageId), this.#asked.known())
    return answers.map(({ id, name }) => ({ callId: id, tool: name }))
  }

  /**
   * Stops one call that runs, with the runs inside it. The model is told that it was stopped, and
   * its run goes on. Does nothing for any other id.
   */
  cancel(id: string): void {
    this.#cancel(id)
  }

  /**
   * Asks the part that stops calls from now on. Only the engine calls this.
   *
   * @internal
   */
  onCancel(cancel: (id: string) => void): void {
    this.#cancel = cancel
  }

  /**
   * Asks the part that keeps the undo functions from now on. Only the engine calls this.
   *
   * @internal
   */
  askUndos(answers: UndoAnswers): void {
    this.#asked = answers
  }

  /**
   * Returns the record of a call now. Unlike the state, it costs no copy.
   *
   * @internal
   */
  get(id: string): CallRecord | undefined {
    return this.#records.get(id)
  }

  /**
   * The records of all calls now.
   *
   * @internal
   */
  get all(): CallRecord[] {
    return [...this.#records.values()]
  }

  /**
   * Changes the records, as one change of the state. Only the engine calls this.
   *
   * @internal
   */
  change(change: (records: Map<string, CallRecord>) => unknown): void {
    change(this.#records)
    this.#isCopied = false
    if (this.#isObserved) this.#copy()
  }

  #copy(): void {
    if (this.#isCopied) return
    this.#isCopied = true
    this.setState(new Map(this.#records), true)
  }
}
