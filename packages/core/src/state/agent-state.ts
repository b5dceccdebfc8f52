// The reasons: decisions/0083.
import type { History } from '../messages/history.ts'
import type { Message } from '../messages/message.ts'
import type { SessionsState } from '../session-port.ts'
import type { Sessions } from '../sessions.ts'
import type { Availability } from '../tools/availability.ts'
import type { ScopeRegistry } from '../tools/registry.ts'
import type { Scope } from '../tools/scope.ts'
import type { AnyTool } from '../tools/tool.ts'
import type { RememberedApproval } from '../approval/policy.ts'
import type { CallRecord, Calls } from './calls.ts'
import type { Pending, PendingItem } from './pending.ts'
import type { Activity, ActivityState, Queue, QueuedChat } from './stores.ts'

/** A registered scope and its tools, with their availability. */
export interface ScopeView {
  readonly scope: Scope
  readonly availability: Availability
  readonly tools: readonly { readonly tool: AnyTool; readonly availability: Availability }[]
}

/** The state of an agent and of its open session, for a page to show. */
export interface AgentState extends ActivityState {
  /**
   * The messages up to the history's head. While a model writes, its unfinished message is the last
   * one, without a `finishReason`.
   */
  readonly messages: readonly Message[]
  /** The chats that wait for their turn. */
  readonly queue: readonly QueuedChat[]
  /** The calls that go on, and the last ones that have ended, by id. */
  readonly calls: ReadonlyMap<string, CallRecord>
  /** What waits for the user, oldest first: calls to allow, questions and sign-ins. */
  readonly pending: readonly PendingItem[]
  /** The tools that need no new approval in the open session, oldest first. */
  readonly remembered: readonly RememberedApproval[]
  /** The open session: if it is being read or was cut short, its usage, its artifacts. */
  readonly session: SessionsState
  /**
   * The registered scopes and tools, in a stable order. Read again when one is registered, removed,
   * or announces a change.
   */
  readonly scopes: readonly ScopeView[]
}

/** The stores of which the state of an agent is made. */
export interface StatedStores {
  readonly activity: Activity
  readonly history: History
  readonly queue: Queue
  readonly calls: Calls
  readonly pending: Pending
  readonly sessions: Sessions
  readonly scopes: ScopeRegistry
}

/** Describes a member that is made when it is read. A copy of a state has it, too. */
const toMember = (read: (state: State) => unknown): PropertyDescriptor => ({
  enumerable: true,
  get(this: State) {
    return read(this)
  },
})

/**
 * The state at one moment. A delta is a state too, so its messages and scopes, which cost time, are
 * made when they are read.
 */
class State implements AgentState {
  declare readonly status: AgentState['status']
  declare readonly waitingFor: AgentState['waitingFor']
  declare readonly retryAt: AgentState['retryAt']
  declare readonly runId: AgentState['runId']
  declare readonly error: AgentState['error']
  declare readonly cancelled: AgentState['cancelled']
  declare readonly messages: AgentState['messages']
  declare readonly draft: AgentState['draft']
  declare readonly queue: AgentState['queue']
  declare readonly calls: AgentState['calls']
  declare readonly pending: AgentState['pending']
  declare readonly remembered: AgentState['remembered']
  declare readonly session: AgentState['session']
  declare readonly scopes: AgentState['scopes']
  readonly #path: readonly Message[]
  readonly #version: number
  readonly #states: AgentStates
  #messages: readonly Message[] | undefined
  #scopes: readonly ScopeView[] | undefined

  constructor(states: AgentStates, of: StatedStores) {
    const { draft, ...doing } = of.activity.getState()
    const { items: pending, remembered } = of.pending.getState()
    this.#path = of.history.messages
    this.#version = of.scopes.getState().version
    this.#states = states
    Object.assign(this, doing, {
      // A complete message is in the history.
      draft: draft && !of.history.has(draft.id) ? draft : undefined,
      queue: of.queue.getState().waiting,
      calls: of.calls.getState(),
      pending,
      remembered,
      session: of.sessions.getState(),
    })
    Object.defineProperty(this, 'messages', State.#ofMessages)
    Object.defineProperty(this, 'scopes', State.#ofScopes)
  }

  static readonly #ofMessages = toMember(
    (state) => (state.#messages ??= state.#states.withDraft(state.#path, state.draft?.message)),
  )

  static readonly #ofScopes = toMember(
    (state) => (state.#scopes ??= state.#states.viewsAt(state.#version)),
  )

  /** Whether another state says the same, but for the scopes. */
  isLike(other: State): boolean {
    for (const name in this) {
      const isMade = name === 'messages' || name === 'scopes'
      if (!isMade && this[name as keyof State] !== other[name as keyof State]) return false
    }
    return this.#path === other.#path
  }

  hasScopesOf(other: State): boolean {
    return this.#version === other.#version
  }
}

/** The state of an agent, made of its stores. */
export class AgentStates {
  readonly #of: StatedStores
  /** True if the last state has nothing new but its scopes. */
  #isByScopes = false
  #last: State | undefined
  #path: readonly Message[] = []
  #written: Message | undefined
  #messages: readonly Message[] = []
  #version = -1
  #scopes: readonly ScopeView[] = []

  constructor(of: StatedStores) {
    this.#of = of
  }

  /** Returns the state now: the same object until something changes. */
  readonly getState = (): AgentState => {
    const last = this.#last
    // The stores take the contents of another session one after another.
    if (last && this.#of.sessions.isChanging) return last
    const now = new State(this, this.#of)
    const isSame = last !== undefined && now.isLike(last)
    if (isSame && now.hasScopesOf(last)) return last
    this.#isByScopes = isSame
    return (this.#last = now)
  }

  /**
   * Calls a listener with the state and the one before it after each change. The listener does not
   * hear of the scopes that it changes itself: an `enabled` may announce each change of the agent.
   */
  readonly subscribe = (
    listener: (state: AgentState, before: AgentState) => void,
  ): (() => void) => {
    let before = this.getState()
    let isTold = false
    const look = (): void => {
      const last = before
      before = this.getState()
      if (before === last || (isTold && this.#isByScopes)) return
      isTold = true
      try {
        listener(before, last)
      } finally {
        isTold = false
      }
    }
    const stops = Object.values(this.#of).map((store) => store.subscribe(look))
    return () => {
      for (const stop of stops) stop()
    }
  }

  withDraft(path: readonly Message[], written: Message | undefined): readonly Message[] {
    if (path === this.#path && written === this.#written) return this.#messages
    this.#path = path
    this.#written = written
    return (this.#messages = written ? [...path, written] : path)
  }

  viewsAt(version: number): readonly ScopeView[] {
    const { scopes } = this.#of
    if (version === this.#version) return this.#scopes
    this.#version = version
    return (this.#scopes = scopes.scopes.map((scope) => ({
      scope,
      availability: scopes.isOn(scope),
      tools: Array.from(scopes.toolsOf(scope), (registered) => ({
        tool: registered.tool,
        availability: scopes.isToolOn(registered),
      })),
    })))
  }
}
