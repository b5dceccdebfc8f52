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
import type { Activity, ActivityState, MessageDraft, Queue, QueuedChat } from './stores.ts'

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

/** The state of an agent, made of its stores. */
export class AgentStates {
  readonly #of: StatedStores
  #parts: readonly unknown[] = []
  /** The version of the scopes in the last state, and whether it has nothing else that is new. */
  #read = -1
  #isByScopes = false
  #last: AgentState | undefined
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
    // The stores take the contents of another session one after another.
    if (this.#last && sessions.isChanging) return this.#last
    const { messages: path } = history
    const { draft: written, ...doing } = activity.getState()
    // A complete message is in the history.
    const draft = written && !history.has(written.id) ? written : undefined
    const { items, remembered } = pending.getState()
    const { version } = scopes.getState()
    const own = {
      ...doing,
      draft,
      queue: queue.getState().waiting,
      calls: calls.getState(),
      pending: items,
      remembered,
      session: sessions.getState(),
    }
    const parts = [path, ...Object.values(own)]
    // A field that there was is never gone, so there are at least as many.
    const isSame = parts.every((part, at) => part === this.#parts[at])
    if (this.#last && isSame && version === this.#read) return this.#last
    this.#isByScopes = isSame
    this.#read = version
    this.#parts = parts
    // What costs time is made when it is read: a delta is a state too.
    let messages: readonly Message[] | undefined
    let views: readonly ScopeView[] | undefined
    const readMessages = (): readonly Message[] => (messages ??= this.#withDraft(path, draft))
    const readScopes = (): readonly ScopeView[] => (views ??= this.#viewsAt(version))
    return (this.#last = {
      ...own,
      get messages() {
        return readMessages()
      },
      get scopes() {
        return readScopes()
      },
    })
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

  #withDraft(path: readonly Message[], draft: MessageDraft | undefined): readonly Message[] {
    const written = draft?.message
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
