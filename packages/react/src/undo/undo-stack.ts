import type { Agent, CallRecord } from '@ambit/core'
import { Listeners, type Readable } from '../agent/use-store.ts'

/** A history of the application that undoes what the user did, such as the store of zundo. */
export interface UndoHistory {
  /**
   * Returns the steps that can be undone now, the oldest first. A step is any value, and stays the
   * same value: it is compared by identity.
   */
  readonly past: () => readonly unknown[]
  /**
   * Calls the listener whenever the steps have changed, before anything else happens. Returns a
   * function that unsubscribes.
   */
  readonly subscribe: (listener: () => void) => () => void
  /** Undoes the newest step. May return a promise. */
  readonly undo: () => unknown
  /** Does what was last undone again. Without it, the steps of this history are not redone. */
  readonly redo?: (() => unknown) | undefined
}

/** What the stack of undo can do now, and how. */
export interface UndoState {
  readonly canUndo: boolean
  readonly canRedo: boolean
  /**
   * Why the last undo or redo failed: what the history or the undo of the call threw. Undefined if
   * it did not fail, and once the next one begins.
   */
  readonly error: Error | undefined
  /**
   * Undoes the newest step of the user or call of the agent. Resolves at its end, and tells in
   * `error` if it failed. The next `undo` then goes on with the step before.
   */
  readonly undo: () => Promise<void>
  /** Does again what `undo` last undid. Calls whose own undo ran are not. Resolves as `undo`. */
  readonly redo: () => Promise<void>
}

/** The most steps and calls that can be undone. The oldest is forgotten first. */
const maxEntries = 200

type CallId = Pick<CallRecord, 'callId' | 'runId'>

/** What one `undo` undoes: a step of a history, or a call with the steps that it made. */
interface Entry {
  /** The call. Undefined for a step, and for a call whose undo has ended. */
  call?: CallId | undefined
  /** The keys of the calls that ran when the step was made. */
  readonly during?: readonly string[]
  /** Whether a call made steps. It leaves the stack when these are gone from their history. */
  hasSteps?: boolean
}

/** A step of a history. One without an entry is undone together with the step before it. */
interface Mark {
  readonly step: unknown
  entry: Entry | undefined
}

/** A number of steps of the history at a position. */
interface Steps {
  readonly at: number
  readonly count: number
}

/** The steps of histories and the calls of an agent that can be undone, in one order. */
export class UndoStack extends Listeners implements Readable<UndoState> {
  readonly #agent: Agent
  #histories: readonly UndoHistory[] = []
  /** The steps of each history, as they were last read. */
  readonly #marks: Mark[][] = []
  #entries: Entry[] = []
  /** What can be redone, the last one last. */
  #undone: Steps[][] = []
  #redone: Entry | undefined
  /** The calls that run or are being undone, each with the event in which that began. */
  #acting = new Map<string, Event | undefined>()
  /** The keys of the calls that are or were on the stack, and of those from before it. */
  readonly #seen = new Set<string>()
  #last = Promise.resolve()
  readonly #initial: UndoState
  #state: UndoState

  constructor(agent: Agent) {
    super()
    this.#agent = agent
    for (const record of this.#calls.values()) if (record.undo) this.#note(record)
    this.#initial = this.#state = {
      canUndo: false,
      canRedo: false,
      error: undefined,
      undo: () => this.#inTurn(() => this.#undoNewest()),
      redo: () => this.#inTurn(() => this.#redoNewest()),
    }
  }

  readonly getState = (): UndoState => this.#state
  readonly getInitialState = (): UndoState => this.#initial

  /** Follows the histories and the calls until the returned function is called. */
  follow(histories: readonly UndoHistory[]): () => void {
    this.#histories = histories
    const stops = [this.#agent.calls, ...histories].map((each) => each.subscribe(this.#read))
    this.#read()
    return () => stops.forEach((stop) => stop())
  }

  readonly #read = (): void => {
    const records = [...this.#calls.values()]
    this.#acting = new Map(
      records
        .filter(({ state, undo }) => state === 'running' || undo?.status === 'undoing')
        .map((record) => {
          const key = keyOf(record)
          return [key, this.#acting.has(key) ? this.#acting.get(key) : globalThis.event]
        }),
    )
    this.#histories.forEach((history, at) => this.#readSteps(at, history.past()))
    for (const record of records) {
      if (record.undo?.status === 'possible' && !this.#seen.has(keyOf(record))) this.#add(record)
    }
    this.#entries.forEach((entry) => this.#endCall(entry))
    const marked = this.#marked
    this.#entries = this.#entries.filter(
      (entry) => marked.has(entry) || (entry.call && !entry.hasSteps),
    )
    this.#show({ canUndo: this.#newest !== undefined, canRedo: this.#undone.length > 0 })
  }

  #show(change: Partial<UndoState>): void {
    const before = this.#state
    const keys = Object.keys(change) as (keyof UndoState)[]
    if (keys.every((key) => change[key] === before[key])) return
    this.#state = { ...before, ...change }
    this.announce()
  }

  /** Takes over what a history has pushed, undone and forgotten since it was last read. */
  #readSteps(at: number, past: readonly unknown[]): void {
    const before = this.#marks[at]
    const from = Math.max(0, before?.findIndex(({ step }) => step === past[0]) ?? 0)
    const marks = before?.slice(from, from + past.length) ?? []
    const other = marks.findIndex(({ step }, index) => step !== past[index])
    if (other >= 0) marks.length = other
    this.#marks[at] = marks
    for (const step of past.slice(marks.length)) {
      marks.push({ step, entry: this.#entryOf(marks, before !== undefined) })
    }
  }

  /** Returns the entry of a new step. `marks` are the steps before it. */
  #entryOf(marks: readonly Mark[], isNew: boolean): Entry {
    const isOfAgent = isNew && !this.#redone && !isInputOf(this.#acting)
    const undone = this.#entries.findLast((entry) => this.#statusOf(entry) === 'undoing')
    if (isOfAgent && undone && isNewest(undone, marks)) {
      this.#undone = []
      return undone
    }
    const during = isOfAgent ? [...this.#acting.keys()] : []
    return this.#push(this.#redone ?? { during })
  }

  /** Adds a call. What it changed by way of a history is undone with it, and by it. */
  #add(record: CallRecord): void {
    this.#note(record)
    const made = this.#marks.flat().filter(({ entry }) => entry?.during?.includes(keyOf(record)))
    const entry = this.#push({ call: record, hasSteps: made.length > 0 })
    for (const mark of made) mark.entry = entry
  }

  /** Takes the call from an entry if its undo has ended. */
  #endCall(entry: Entry): void {
    const status = this.#statusOf(entry)
    if (status !== 'undone' && status !== 'failed') return
    entry.call = undefined
    // The steps of the call and of its undo cancel out, unless there was another one in between.
    if (status === 'undone')
      forget(
        entry,
        this.#marks.filter((marks) => isNewest(entry, marks)),
      )
  }

  async #undoNewest(): Promise<void> {
    const entry = this.#newest
    if (!entry) return
    const { call } = entry
    if (call && this.#statusOf(entry) === 'possible') {
      // The history of its steps can redo these in place of the user's.
      if (entry.hasSteps) this.#undone = []
      try {
        await this.#agent.undo(call.callId)
        const undo = this.#recordOf(call)?.undo
        if (undo?.status === 'failed') throw undo.error
      } finally {
        // The stack goes on without a call that could not be undone.
        if (this.#statusOf(entry) !== 'possible') entry.call = undefined
        this.#read()
      }
      return
    }
    const steps = this.#marks.flatMap((marks, at) => {
      const first = marks.findIndex((mark) => mark.entry === entry)
      return first < 0 ? [] : [{ at, count: marks.length - first }]
    })
    try {
      await this.#repeat(steps, 'undo')
      if (steps.every(({ at }) => this.#histories[at]?.redo)) this.#undone.push(steps)
    } finally {
      // A step that could not be undone is undone with the one before it.
      forget(entry, this.#marks)
      this.#read()
    }
  }

  async #redoNewest(): Promise<void> {
    this.#redone = {}
    try {
      await this.#repeat(this.#undone.pop() ?? [], 'redo')
    } finally {
      this.#redone = undefined
      this.#read()
    }
  }

  async #repeat(steps: readonly Steps[], how: 'undo' | 'redo'): Promise<void> {
    for (const { at, count } of steps) {
      for (let step = 0; step < count; step++) await this.#histories[at]?.[how]?.()
    }
  }

  /** Does work after all work before it, and shows why it failed. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      this.#show({ error: undefined })
      try {
        await work()
      } catch (error) {
        this.#show({ error: error instanceof Error ? error : new Error(String(error)) })
      }
    })
    return this.#last
  }

  #push(entry: Entry): Entry {
    if (entry !== this.#redone) this.#undone = []
    if (entry !== this.#entries.at(-1)) this.#entries.push(entry)
    if (this.#entries.length > maxEntries) this.#entries.shift()
    return entry
  }

  #note(call: CallId): void {
    this.#seen.add(keyOf(call))
    const [oldest = ''] = this.#seen
    // An agent keeps the undo of its last 200 calls.
    if (this.#seen.size > 2 * maxEntries) this.#seen.delete(oldest)
  }

  get #calls(): ReadonlyMap<string, CallRecord> {
    return this.#agent.calls.getState()
  }

  get #marked(): ReadonlySet<Entry | undefined> {
    return new Set(this.#marks.flat().map(({ entry }) => entry))
  }

  #statusOf({ call }: Entry): string | undefined {
    return call && this.#recordOf(call)?.undo?.status
  }

  #recordOf(call: CallId): CallRecord | undefined {
    const record = this.#calls.get(call.callId)
    return record?.runId === call.runId ? record : undefined
  }

  /** The newest entry that can be undone now. A call of another session waits until it is open. */
  get #newest(): Entry | undefined {
    const marked = this.#marked
    return this.#entries.findLast((entry) => {
      const status = this.#statusOf(entry)
      return status === 'possible' || (status !== 'undoing' && marked.has(entry))
    })
  }
}

const keyOf = ({ callId, runId }: CallId): string => `${runId} ${callId}`

/** Whether all steps since the first one of an entry are of that entry, or of none. */
function isNewest(entry: Entry, marks: readonly Mark[]): boolean {
  const first = marks.findIndex((mark) => mark.entry === entry)
  return first >= 0 && marks.slice(first).every((mark) => (mark.entry ?? entry) === entry)
}

function forget(entry: Entry, histories: readonly Mark[][]): void {
  for (const mark of histories.flat()) if (mark.entry === entry) mark.entry = undefined
}

/**
 * Whether the user does something right now: the page handles an event of it, in which none of
 * the calls began.
 */
function isInputOf(acting: ReadonlyMap<string, Event | undefined>): boolean | undefined {
  const { event } = globalThis
  return event?.isTrusted && event.target instanceof Node && ![...acting.values()].includes(event)
}
