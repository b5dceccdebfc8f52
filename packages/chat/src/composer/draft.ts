import type { Agent } from '@ambit/core'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { hasStorage } from '../sessions/has-storage.ts'

/**
 * The unsent text of a person to an agent, kept while the composer is unmounted and over a reload
 * of the tab.
 */
class Draft {
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  #text: string

  constructor(key: string) {
    this.#key = `ambit-draft:${key}`
    this.#text = inStorage((storage) => storage.getItem(this.#key)) ?? ''
  }

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    this.#text = text
    inStorage((storage) =>
      text === '' ? storage.removeItem(this.#key) : storage.setItem(this.#key, text),
    )
    for (const listener of this.#listeners) listener()
  }

  readonly read = (): string => this.#text

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells if the unsent text has a text as lines of its own. */
  has(text: string): boolean {
    return `\n${this.#text}\n`.includes(`\n${text}\n`)
  }

  /** Adds a text below the unsent text. */
  add(text: string): void {
    this.text = [this.#text, text].filter(Boolean).join('\n')
  }
}

const drafts = new WeakMap<Agent, Map<string, Draft>>()

/**
 * Returns the draft of an agent's stored session. Without an id, returns the draft of the
 * conversation that is not stored.
 */
function draftFor(agent: Agent, session: string | undefined): Draft {
  const key = session === undefined ? agent.name : `${agent.name}:${session}`
  const ofAgent = drafts.get(agent) ?? new Map<string, Draft>()
  drafts.set(agent, ofAgent)
  const draft = ofAgent.get(key) ?? new Draft(key)
  ofAgent.set(key, draft)
  return draft
}

/** Keeps a text over a reload of the tab, as the draft of a conversation that is not stored. */
export function keepForReload(agent: Agent, text: string): void {
  draftFor(agent, undefined).add(text)
}

/** Returns the draft of the open session of an agent. */
export const draftOf = (agent: Agent): Draft => draftFor(agent, storedSession(agent))

/** Returns the id of the open session; undefined if the session is not stored. */
const storedSession = (agent: Agent): string | undefined =>
  hasStorage(agent) && agent.history.head !== null ? agent.sessions.current : undefined

/**
 * Returns the unsent text in the open session of an agent, and a function that changes the text.
 */
export function useDraft(agent: Agent): readonly [text: string, write: (text: string) => void] {
  const readSession = (): string | undefined => storedSession(agent)
  const session = useSyncExternalStore(agent.history.subscribe, readSession, () => undefined)
  const draft = draftFor(agent, session)
  const text = useSyncExternalStore(draft.subscribe, draft.read, () => '')
  const shown = useRef(session)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = session
    if (before === session) return
    const begun = draftFor(agent, undefined)
    // A text that was begun before the session was stored, or read, moves to the session's draft.
    if (before === undefined && draft.text === '') {
      draft.text = begun.text
      begun.text = ''
    }
  }, [agent, draft, session])
  const write = (next: string): void => {
    draft.text = next
  }
  return [text, write]
}

/**
 * Accesses the tab's storage. The storage may be missing, full or forbidden: the draft is then kept
 * in memory only.
 */
export function inStorage<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(globalThis.sessionStorage)
  } catch {
    return undefined
  }
}
