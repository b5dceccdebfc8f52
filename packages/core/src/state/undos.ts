import type { Undo, UndoneCall } from '../tools/tool-context.ts'
import { Store } from './store.ts'

/** Where a call stands. */
export interface CallPlace {
  readonly callId: string
  readonly tool: string
  readonly iteration: number
  readonly sessionId: string
  /** Its run, and the runs that one is part of, the innermost first. */
  readonly runIds: readonly string[]
}

/** A call that registered how to take it back. */
export interface UndoableCall extends CallPlace {
  /** Has it taken back by `undo` too, before what was registered until now. */
  add(undo: Undo): void
  /** The call has ended: it can be undone from now on. */
  finish(): void
}

/** How far the undo of one call is. */
export interface CallUndo extends UndoneCall {
  readonly runId: string
  readonly status: 'possible' | 'undoing' | 'undone' | 'failed'
  /** What its undo threw. */
  readonly error?: Error | undefined
}

/** What a page shows of what can be taken back. */
export interface UndosState {
  /**
   * The calls that have ended and registered an undo, by id, in the order in which they ended. One Map, whose entries are replaced; of two calls with
   * one id, of different runs, the newer.
   */
  readonly calls: ReadonlyMap<string, CallUndo>
}

/** What can be taken back: a zustand store. It knows the last 200 calls that registered an undo. */
export class Undos extends Store<UndosState> {
  #canUndo: (id: string) => boolean = () => false

  constructor() {
    super({ calls: new Map() })
  }

  /** Whether `undo` with this id, of a call or of a run, would take anything back now. */
  canUndo(id: string): boolean {
    return this.#canUndo(id)
  }

  /** For what keeps the undos: shows its calls. */
  follow(state: UndosState, canUndo: (id: string) => boolean): void {
    this.#canUndo = canUndo
    this.setState(state)
  }

  /** For what keeps the undos: an entry was replaced. */
  changed(): void {
    this.setState({})
  }
}
