import type { AssistantMessage, AssistantToolCall, Message, Agent } from '@ambit/core'
import { useSyncExternalStore } from 'react'

/** The consecutive calls of a run with nothing to read between them: its steps. */
export interface StepGroup {
  /** The calls, in their order; at least one. They may come from several messages. */
  readonly calls: readonly AssistantToolCall[]
  /** True if no message of a user or of the model follows. */
  readonly isLast: boolean
}

/** The group of each call, by the id of the call. */
export type StepGroups = ReadonlyMap<string, StepGroup>

/**
 * Groups the calls on a path of messages. A message with text, files or sources begins a group, so
 * that nothing moves past what a user reads. A call of the page stays alone. Groups that are
 * equal to those in `before` are the same objects.
 */
export function toStepGroups(
  messages: readonly Message[],
  before: StepGroups = new Map(),
): StepGroups {
  const groups: { calls: AssistantToolCall[]; isLast: boolean }[] = []
  let isOpen = false
  for (const message of messages) {
    if (message.role === 'tool') continue
    if (message.role === 'user' || !message.calls?.length) {
      isOpen = false
      continue
    }
    const open = isOpen && isSilent(message) ? groups.at(-1) : undefined
    if (open) open.calls.push(...message.calls)
    else groups.push({ calls: [...message.calls], isLast: false })
    isOpen = message.source === undefined
  }
  const last = groups.at(-1)
  if (last) last.isLast = isLastOf(messages, last.calls)
  const byCall = new Map<string, StepGroup>()
  for (const group of groups) {
    const [first] = group.calls
    const known = first && before.get(first.id)
    const kept = known && isEqual(known, group) ? known : group
    for (const { id } of group.calls) byCall.set(id, kept)
  }
  return byCall
}

/** Whether a message asks for calls and says nothing to a user. */
const isSilent = ({ content, parts, source }: AssistantMessage): boolean =>
  source === undefined &&
  !content &&
  !parts.some(({ type }) => type === 'file' || type === 'source')

function isLastOf(messages: readonly Message[], calls: readonly AssistantToolCall[]): boolean {
  const last = messages.findLast(({ role }) => role !== 'tool')
  const own = last?.role === 'assistant' ? last.calls?.at(-1) : undefined
  return own !== undefined && own.id === calls.at(-1)?.id
}

const isEqual = (one: StepGroup, other: StepGroup): boolean =>
  one.isLast === other.isLast &&
  one.calls.length === other.calls.length &&
  one.calls.every(({ id }, index) => id === other.calls[index]?.id)

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
