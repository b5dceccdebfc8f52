import type { Session } from '../session.ts'
import type { Undo, UndoneCall } from '../tools/tool-context.ts'
import { Store } from './store.ts'

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

  /** Tells if `undo` with this id, of a call or a run, would undo anything now. */
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
