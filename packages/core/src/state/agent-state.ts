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

/**
 * Gives a state a member that is made when it is read, because a delta is a state too. A copy of
 * the state has it as well.
 */
function addLater<Key extends keyof AgentState>(
  state: AgentState,
  key: Key,
  make: () => AgentState[Key],
): void {
  let made: AgentState[Key] | undefined
  Object.defineProperty(state, key, { enumerable: true, get: () => (made ??= make()) })
}

/** The state of an agent, made of its stores. */
export class AgentStates {
  readonly #of: StatedStores
  /** True if the last state has nothing new but its scopes. */
  #isByScopes = false
  #last: AgentState | undefined
  /** The path and the version of the scopes that the last state is of. */
  #lastPath: readonly Message[] = []
  #lastVersion = -1
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
    const { activity, history, queue, calls, pending, sessions, scopes } = this.#of
    const last = this.#last
    // The stores take the contents of another session one after another.
    if (last && sessions.isChanging) return last
    const { messages: path } = history
    const { draft: written, ...doing } = activity.getState()
    // A complete message is in the history.
    const draft = written && !history.has(written.id) ? written : undefined
    const { items, remembered } = pending.getState()
    const { version } = scopes.getState()
    const now = {
      ...doing,
      draft,
      queue: queue.getState().waiting,
      calls: calls.getState(),
      pending: items,
      remembered,
      session: sessions.getState(),
    } as AgentState
    let isSame = path === this.#lastPath
    // A field that there was is never gone.
    for (const key in now)
      isSame &&= now[key as keyof AgentState] === last?.[key as keyof AgentState]
    if (last && isSame && version === this.#lastVersion) return last
    this.#isByScopes = isSame
    this.#lastPath = path
    this.#lastVersion = version
    addLater(now, 'messages', () => this.#withDraft(path, draft?.message))
    addLater(now, 'scopes', () => this.#viewsAt(version))
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

  #withDraft(path: readonly Message[], written: Message | undefined): readonly Message[] {
    if (path === this.#path && written === this.#written) return this.#messages
    this.#path = path
    this.#written = written
    return (this.#messages = written ? [...path, written] : path)
  }

  #viewsAt(version: number): readonly ScopeView[] {
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
