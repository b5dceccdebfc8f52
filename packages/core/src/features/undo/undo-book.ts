import { Line, type Place } from '../../engine/call.ts'
import type { RunCore } from '../../engine/run.ts'
import type { CallRecord } from '../../messages/trace.ts'
import type { Session } from '../../session.ts'
import type { CallPlace, CallUndo, UndoableCall, Undos } from '../../state/stores.ts'
import type { Undo, UndoResult } from '../../tools/context.ts'

/** One registered undo function. */
interface Step {
  readonly call: UndoableCall
  readonly undo: Undo
}

/** A run and its answered calls. `session` is that of the outermost run around it. */
interface WatchedRun {
  readonly runIds: readonly string[]
  readonly session: Session
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
  readonly #isOpen: (session: Session) => boolean
  /** The state of each call's undo, and the states that the page sees. */
  readonly #states = new Map<UndoableCall, CallUndo>()
  readonly #shown = new Map<string, CallUndo>()
  readonly #calls = new Set<UndoableCall>()
  readonly #running = new Set<UndoableCall>()
  readonly #runs: WatchedRun[] = []
  #steps: Step[] = []
  readonly #line = new Line()

  /** `isOpen` tells if a session is the open one, or is never open. */
  constructor(undos: Undos, isOpen: (session: Session) => boolean) {
    this.#undos = undos
    this.#isOpen = isOpen
    undos.follow({ calls: this.#shown }, (id) => this.stepsOf(id).length > 0)
  }

  /** Keeps the calls of a run, to know later which of them cannot be undone. */
  watch(run: WatchedRun): void {
    this.#runs.push(run)
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
    return this.#steps
      .filter(({ call }) => this.#isMeant(call, id) && !this.#running.has(call))
      .reverse()
  }

  /** Returns the session of the calls of an id; undefined if no call is known. */
  sessionOf(id: string): Session | undefined {
    return [...this.#calls].findLast((call) => this.#isMeant(call, id))?.session
  }

  /** Shows the calls of the open session in place of those of the session before. */
  showOpen(): void {
    this.#shown.clear()
    for (const [{ callId, session }, state] of this.#states) {
      if (this.#isOpen(session)) this.#shown.set(callId, state)
    }
    this.#undos.changed()
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
    const { callId, tool, runIds, session } = call
    const [runId = ''] = runIds
    const state = { callId, tool, runId, status, ...(error && { error }) }
    this.#states.set(call, state)
    if (!this.#isOpen(session)) return
    this.#shown.set(callId, state)
    this.#undos.changed()
  }

  /** Lists the calls of an id that nothing can undo now. */
  leftOf(id: string): UndoResult['left'][number][] {
    const registered = new Set([...this.#calls].map(keyOf))
    const without = this.#runs.flatMap(({ runIds, records, session }) =>
      records
        .filter(({ message, effect }) => message.status === 'ok' && effect && effect !== 'read')
        .map(({ message }) => ({ callId: message.id, tool: message.name, runIds }))
        .filter((call) => this.#isMeant({ ...call, session }, id) && !registered.has(keyOf(call))),
    )
    const running = [...this.#running].filter((call) => this.#isMeant(call, id))
    const isHere = [...this.#calls, ...running].some((call) => this.#isMeant(call, id))
    const elsewhere = [...this.#calls].filter(
      (call) => !isHere && call.callId === id && this.#steps.some((step) => step.call === call),
    )
    return [
      ...without.map(({ callId, tool }) => ({ callId, tool, reason: 'no_undo' as const })),
      ...running.map(({ callId, tool }) => ({ callId, tool, reason: 'running' as const })),
      ...elsewhere.map(({ callId, tool }) => ({ callId, tool, reason: 'other_session' as const })),
    ]
  }

  /**
   * Enters the queue: undos run one after another, in the order of the requests. `ready` resolves
   * at this undo's turn, and `leave` lets the next one start.
   */
  enter(): Place {
    return this.#line.enter()
  }

  #forget(call: UndoableCall): void {
    this.#calls.delete(call)
    this.#steps = this.#steps.filter((step) => step.call !== call)
    const state = this.#states.get(call)
    this.#states.delete(call)
    if (this.#shown.get(call.callId) === state) this.#shown.delete(call.callId)
    this.#undos.changed()
  }

  /**
   * Tells if an id means a call: the id of its run, or its own id. Models give calls of different
   * sessions the same id, so that a call's own id counts in the open session alone.
   */
  #isMeant({ callId, runIds, session }: Meant, id: string): boolean {
    return runIds.includes(id) || (callId === id && this.#isOpen(session))
  }
}

type Meant = Pick<CallPlace, 'callId' | 'runIds' | 'session'>

/**
 * Returns the key of a call. The run is part of the key, because two runs may have calls with the
 * same id.
 */
const keyOf = ({ callId, runIds }: Pick<CallPlace, 'callId' | 'runIds'>): string =>
  `${runIds[0]} ${callId}`

/** The data of a call that its undo needs. */
interface EndingCall {
  readonly run: RunCore
  readonly callId: string
  readonly tool: string
  readonly iteration: number
  readonly isUntrusted?: boolean | undefined
  undo?: UndoableCall | undefined
  hasEnded?: true | undefined
}

/**
 * Registers an undo function of a call. Does nothing in a run that belongs to no agent, because
 * nobody could ask for the undo.
 */
export function onUndo(call: EndingCall, undo: Undo): void {
  const { run, callId, tool, iteration, isUntrusted } = call
  const { session } = rootOf(run)
  const runIds = runIdsOf(run)
  call.undo ??= run.undos?.open({ callId, tool, iteration, session, runIds, isUntrusted })
  call.undo?.add(undo)
  // A cancelled handler may go on, and register an undo after its call has ended.
  if (call.hasEnded) call.undo?.finish()
}

/** Marks a call as ended, so that it can be undone from now on. */
export function endUndo(call: EndingCall): void {
  call.hasEnded = true
  call.undo?.finish()
}

/** Returns the outermost run around a run. */
export const rootOf = (run: RunCore): RunCore => (run.parent ? rootOf(run.parent) : run)

/** Returns the ids of a run and of the runs around it, the innermost first. */
export const runIdsOf = ({ id, parent }: Pick<RunCore, 'id' | 'parent'>): string[] => [
  id,
  ...(parent ? runIdsOf(parent) : []),
]
