import type { CallRecord } from '../messages/trace.ts'
import type { Undo } from '../tools/tool-context.ts'
import type { CallPlace, CallUndo, UndoableCall, Undos } from '../state/undos.ts'

/** One registered undo function. */
interface Step {
  readonly call: UndoableCall
  readonly undo: Undo
}

/** A run and its answered calls. */
interface WatchedRun {
  readonly runIds: readonly string[]
  readonly records: readonly CallRecord[]
}

/** The most calls that can be undone. The oldest call is forgotten first. */
const maxCalls = 200
/** The most runs whose calls are known. The oldest run is forgotten first. */
const maxRuns = 50

/**
 * The undo functions of the last 200 calls that registered any. For `left`, also the calls of the
 * last 50 runs.
 */
export class UndoBook {
  readonly #undos: Undos
  readonly #shown = new Map<string, CallUndo>()
  readonly #calls = new Set<UndoableCall>()
  readonly #running = new Set<UndoableCall>()
  readonly #runs: WatchedRun[] = []
  #steps: Step[] = []
  #turn: Promise<unknown> = Promise.resolve()

  constructor(undos: Undos) {
    this.#undos = undos
    undos.follow({ calls: this.#shown }, (id) => this.stepsOf(id).length > 0)
  }

  /** Keeps the calls of a run, to know later which of them cannot be undone. */
  watch(runIds: readonly string[], records: readonly CallRecord[]): void {
    this.#runs.push({ runIds, records })
    if (this.#runs.length > maxRuns) this.#runs.shift()
  }

  /** Adds a running call, and returns the object to which its undo functions are added. */
  open(place: CallPlace): UndoableCall {
    const call: UndoableCall = {
      ...place,
      add: (undo) => {
        this.#steps.push({ call, undo })
      },
      finish: () => {
        this.#running.delete(call)
        this.#calls.add(call)
        this.show(call, 'possible')
        const [oldest] = this.#calls
        if (oldest && this.#calls.size > maxCalls) this.#forget(oldest)
      },
    }
    this.#running.add(call)
    return call
  }

  /**
   * Returns the undo functions of one call, or of all calls of a run, the newest first. Leaves out
   * calls that still run.
   */
  stepsOf(id: string): Step[] {
    return this.#steps.filter(({ call }) => isMeant(call, id) && !this.#running.has(call)).reverse()
  }

  /**
   * Removes an undo function, so that it runs at most once. Returns false if the function is gone
   * already.
   */
  claim(step: Step): boolean {
    const at = this.#steps.indexOf(step)
    if (at >= 0) this.#steps.splice(at, 1)
    return at >= 0
  }

  /** Shows the state of the undo of a call to the page. */
  show(call: UndoableCall, status: CallUndo['status'], error?: Error): void {
    const { callId, tool, runIds } = call
    const [runId = ''] = runIds
    this.#shown.set(callId, { callId, tool, runId, status, ...(error && { error }) })
    this.#undos.changed()
  }

  /** Lists the calls of an id that nothing can undo now. */
  leftOf(id: string): { callId: string; tool: string; reason: 'no_undo' | 'running' }[] {
    const registered = new Set([...this.#calls].map(keyOf))
    const without = this.#runs.flatMap(({ runIds, records }) =>
      records
        .filter(({ message, effect }) => message.status === 'ok' && effect && effect !== 'read')
        .map(({ message }) => ({ callId: message.id, tool: message.name, runIds }))
        .filter((call) => isMeant(call, id) && !registered.has(keyOf(call))),
    )
    const running = [...this.#running].filter((call) => isMeant(call, id))
    return [
      ...without.map(({ callId, tool }) => ({ callId, tool, reason: 'no_undo' as const })),
      ...running.map(({ callId, tool }) => ({ callId, tool, reason: 'running' as const })),
    ]
  }

  /**
   * Enters the queue: undos run one after another, in the order of the requests. `ready` resolves
   * at this undo's turn, and `leave` lets the next one start.
   */
  enter(): { readonly ready: Promise<unknown>; readonly leave: () => void } {
    const ready = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = Promise.all([ready, promise])
    return { ready, leave: resolve }
  }

  #forget(call: UndoableCall): void {
    this.#calls.delete(call)
    this.#steps = this.#steps.filter((step) => step.call !== call)
    this.#shown.delete(call.callId)
    this.#undos.changed()
  }
}

const isMeant = ({ callId, runIds }: Pick<CallPlace, 'callId' | 'runIds'>, id: string): boolean =>
  callId === id || runIds.includes(id)

/**
 * Returns the key of a call. The run is part of the key, because two runs may have calls with the
 * same id.
 */
const keyOf = ({ callId, runIds }: Pick<CallPlace, 'callId' | 'runIds'>): string =>
  `${runIds[0]} ${callId}`
