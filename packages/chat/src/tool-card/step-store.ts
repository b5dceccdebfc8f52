import type { Agent, AssistantToolCall, Message } from '@ambit/core'
import { useSyncExternalStore } from 'react'
import { type StepGroup, type StepGroups, toStepGroups } from './step-groups.ts'

/**
 * The groups of an agent's calls, and which of them a user has opened. Calls keep their group
 * open, not the first call: so a group stays open while steps join it at either end.
 */
class StepStore {
  readonly #agent: Agent
  readonly #listeners = new Set<() => void>()
  #stop: (() => void) | undefined
  #groups: StepGroups = new Map()
  #open: ReadonlySet<string> = new Set()
  #path: readonly Message[] = []
  #draft = ''

  constructor(agent: Agent) {
    this.#agent = agent
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#follow()
    this.#listeners.add(listener)
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop?.()
    }
  }

  /** Returns the group of a call; undefined if the call is not on the visible path. */
  groupOf(callId: string | undefined): StepGroup | undefined {
    this.#read()
    return callId === undefined ? undefined : this.#groups.get(callId)
  }

  isOpen({ calls }: StepGroup): boolean {
    return calls.some(({ id }) => this.#open.has(id))
  }

  toggle(group: StepGroup): void {
    const open = new Set(this.#open)
    const isOpen = this.isOpen(group)
    for (const { id } of group.calls) {
      if (isOpen) open.delete(id)
      else open.add(id)
    }
    this.#open = open
    this.#announce()
  }

  #follow(): void {
    this.#stop = this.#agent.subscribe(this.#onChange)
  }

  readonly #onChange = (): void => {
    const before = this.#groups
    this.#read()
    if (before !== this.#groups) this.#announce()
  }

  /** Reads the groups anew, only if a message or a call has come since. */
  #read(): void {
    const { history } = this.#agent
    const { message } = this.#agent.getState().draft ?? {}
    const draft = message?.calls?.length ? message : undefined
    const key = draft ? `${draft.id} ${draft.calls?.length} ${!draft.content}` : ''
    if (history.messages === this.#path && key === this.#draft) return
    this.#path = history.messages
    this.#draft = key
    this.#groups = toStepGroups(draft ? [...this.#path, draft] : this.#path, this.#groups)
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}

const stores = new WeakMap<Agent, StepStore>()

/** Returns the groups of an agent's calls. */
export function stepsOf(agent: Agent): StepStore {
  const store = stores.get(agent) ?? new StepStore(agent)
  stores.set(agent, store)
  return store
}

/** The place of some calls of one message in their group. */
export interface StepPlace {
  readonly group: StepGroup | undefined
  /** True if the message begins the group. */
  readonly isFirst: boolean
  /** True if the cards of the group are folded into its line. */
  readonly isFolded: boolean
}

/** Returns the place of the calls of one message in their group. */
export function useSteps(agent: Agent, calls: readonly AssistantToolCall[] = []): StepPlace {
  const store = stepsOf(agent)
  const first = calls[0]?.id
  const readGroup = (): StepGroup | undefined => store.groupOf(first)
  const group = useSyncExternalStore(store.subscribe, readGroup, readGroup)
  const readOpen = (): boolean => group !== undefined && store.isOpen(group)
  const isOpen = useSyncExternalStore(store.subscribe, readOpen, readOpen)
  return {
    group,
    isFirst: group === undefined || group.calls[0]?.id === first,
    isFolded: group !== undefined && group.calls.length > 1 && !isOpen,
  }
}
