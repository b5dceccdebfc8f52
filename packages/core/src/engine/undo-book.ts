import type { CallRecord } from '../messages/trace.ts'
import type { Undo } from '../tools/tool-context.ts'
import type { CallPlace, CallUndo, UndoableCall, Undos } from '../state/undos.ts'

/** One registered undo. */
interface Step {
  readonly call: UndoableCall
  readonly undo: Undo
}

/** What a run keeps of its calls. */
interface WatchedRun {
  readonly runIds: readonly string[]
  readonly records: readonly CallRecord[]
}

/** How many calls can be undone, the oldest is forgotten for the next; and how many runs are known by their calls. */
const maxCalls = 200
const maxRuns = 50

/** The undos that calls registered: of the last 200 calls that did, and for `left` the last 50 runs. */
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

  /** Keeps a run's calls in mind, to tell which cannot be undone. */
  watch(runIds: readonly string[], records: readonly CallRecord[]): void {
    this.#runs.push({ runIds, records })
    if (this.#runs.length > maxRuns) this.#runs.shift()
  }

  /** Takes in a call that runs. */
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

  /** What would take back a call, or all of a run's that have ended, the last registered first. */
  stepsOf(id: string): Step[] {
    return this.#steps.filter(({ call }) => isMeant(call, id) && !this.#running.has(call)).reverse()
  }

  /** Takes an undo out, so that it runs once; false when it is gone. */
  claim(step: Step): boolean {
    const at = this.#steps.indexOf(step)
    if (at >= 0) this.#steps.splice(at, 1)
    return at >= 0
  }

  /** Tells how far the undo of a call is. */
  show(call: UndoableCall, status: CallUndo['status'], error?: Error): void {
    const { callId, tool, runIds } = call
    const [runId = ''] = runIds
    this.#shown.set(callId, { callId, tool, runId, status, ...(error && { error }) })
    this.#undos.changed()
  }

  /** The calls of an id that nothing takes back now. */
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

  /** Waits in line: undos run one after another, as whoever asked for them did. `leave` lets the next one in. */
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

/** Two runs may have calls of one id. */
const keyOf = ({ callId, runIds }: Pick<CallPlace, 'callId' | 'runIds'>): string =>
  `${runIds[0]} ${callId}`
