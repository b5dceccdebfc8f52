import type { Agent } from '@ambit/core'
import { isEnd, type KeptEvent } from './event-log.ts'
import { FrameStore } from './frame-store.ts'

/** A change of one member of a state. */
export interface StateChange {
  /** The time at which it was seen, in milliseconds since the Unix epoch. */
  readonly at: number
  /** The name of the member. Empty for a state that is not an object. */
  readonly member: string
  readonly before: unknown
  readonly after: unknown
  /** The call that changed it. Absent if the user or the page did. */
  readonly callId?: string | undefined
  /** True if the undo of the call changed it. */
  readonly isUndo?: boolean | undefined
}

/** A state of `useAgentState`, as it is now. */
export interface SeenState {
  readonly name: string
  readonly value: unknown
  /** The last changes, newest first. */
  readonly changes: readonly StateChange[]
}

/** A call that may have changed members of a state, but no change was seen yet. */
type Open = Pick<StateChange, 'callId' | 'isUndo'> & { readonly members: readonly string[] }

/** The time in which a page has rendered what the last call has changed. */
const renderMs = 100
/** The most changes of a state that are kept. */
const maxChanges = 20
/** The most calls whose undo is recognized. */
const maxCalls = 500

/**
 * The states of an agent that the page keeps with `useAgentState`, and who changed them. A scope
 * with a tool `set_` and its name is such a state. They are read with each event of the agent, so
 * what has changed between the calls is by the user or the page.
 */
export class StateLog extends FrameStore<readonly SeenState[]> {
  readonly #agent: Agent
  #states = new Map<string, SeenState>()
  /** The members that each call gave. */
  readonly #calls = new Map<string, readonly string[]>()
  readonly #open = new Map<string, Open[]>()
  readonly stop: () => void

  constructor(agent: Agent) {
    super()
    this.#agent = agent
    this.look()
    this.stop = agent.on('*', (event) => {
      if (event.type === 'agent:delta') return
      this.#hear(event)
      this.look()
      // The request waited until the page showed what the calls before it have changed.
      if (event.type === 'agent:request_started') this.#open.clear()
      // An undo is the end of its run, and React renders later.
      if (isEnd(event)) setTimeout(() => this.#close(), renderMs)
    })
  }

  /** Reads the states now. */
  look(): void {
    const { scopes } = this.#agent
    const states = new Map<string, SeenState>()
    for (const { name, context } of scopes.scopes) {
      if (!context || scopes.find(`set_${name}`)?.scope.name !== name) continue
      try {
        states.set(name, this.#see(name, context()))
      } catch {
        // The page's own error, which a request reports.
      }
    }
    const isSame =
      states.size === this.#states.size &&
      [...states].every(([name, state]) => this.#states.get(name) === state)
    this.#states = states
    if (!isSame) this.changed()
  }

  /** Reads the states now. What changes later is not by the calls so far. */
  #close(): void {
    this.look()
    this.#open.clear()
  }

  protected read(): readonly SeenState[] {
    return [...this.#states.values()]
  }

  #hear(event: KeptEvent): void {
    if (event.type === 'agent:tool_started' && event.tool.startsWith('set_')) {
      this.#calls.set(event.callId, Object.keys(event.call.arguments))
      const [oldest = ''] = this.#calls.keys()
      if (this.#calls.size > maxCalls) this.#calls.delete(oldest)
    }
    if (event.type !== 'agent:tool_succeeded' && event.type !== 'agent:tool_undone') return
    const members = this.#calls.get(event.callId)
    if (!members) return
    const name = event.tool.slice('set_'.length)
    const isUndo = event.type === 'agent:tool_undone'
    const open = { callId: event.callId, isUndo, members }
    this.#open.set(name, [...(this.#open.get(name) ?? []), open])
  }

  #see(name: string, value: unknown): SeenState {
    const known = this.#states.get(name)
    if (!known) return { name, value, changes: [] }
    const changes = changedMembers(known.value, value)
    if (changes.length === 0) return known
    const open = this.#open.get(name) ?? []
    const told = changes.map((change): StateChange => {
      // A state that is not an object is given whole, in a member of the call.
      const by = open.findLast(({ members }) => !change.member || members.includes(change.member))
      return { ...change, at: Date.now(), callId: by?.callId, isUndo: by?.isUndo }
    })
    return { name, value, changes: [...told, ...known.changes].slice(0, maxChanges) }
  }
}

type Changed = Pick<StateChange, 'member' | 'before' | 'after'>

function changedMembers(before: unknown, after: unknown): Changed[] {
  if (before === after || toText(before) === toText(after)) return []
  if (!isRecord(before) || !isRecord(after)) return [{ member: '', before, after }]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((member) => ({ member, before: before[member], after: after[member] }))
    .filter((change) => toText(change.before) !== toText(change.after))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a value as JSON; its own text if JSON cannot say it. */
function toText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return String(value)
  }
}
