import type { Agent } from '@ambit/core'
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { hasStorage } from '../sessions/has-storage.ts'

/** What a person has begun to write to an agent: kept while the composer is away, and over a reload of the tab. */
class Draft {
  readonly #key: string
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
  }
}

const drafts = new WeakMap<Agent, Map<string, Draft>>()

/** The draft of a stored conversation of an agent; without an id of what is not stored. */
function draftFor(agent: Agent, session: string | undefined): Draft {
  const key = session === undefined ? agent.name : `${agent.name}:${session}`
  const ofAgent = drafts.get(agent) ?? new Map<string, Draft>()
  drafts.set(agent, ofAgent)
  const draft = ofAgent.get(key) ?? new Draft(key)
  ofAgent.set(key, draft)
  return draft
}

/** Returns the text that was begun in the open session of an agent, and what changes it. */
export function useDraft(agent: Agent): readonly [text: string, write: (text: string) => void] {
  const readSession = (): string | undefined =>
    hasStorage(agent) && agent.history.head !== null ? agent.sessions.current : undefined
  const session = useSyncExternalStore(agent.history.subscribe, readSession, () => undefined)
  const draft = draftFor(agent, session)
  const [text, setText] = useState(draft.text)
  const shown = useRef(session)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = session
    if (before === session) return
    const begun = draftFor(agent, undefined)
    // What was begun before the conversation was stored, or read, goes along.
    if (before === undefined && draft.text === '') {
      draft.text = begun.text
      begun.text = ''
    }
    setText(draft.text)
  }, [agent, draft, session])
  const write = (next: string): void => {
    draft.text = next
    setText(next)
  }
  return [text, write]
}

/** Storage may be missing, full or forbidden: a draft is then kept in memory alone. */
function inStorage<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(globalThis.sessionStorage)
  } catch {
    return undefined
  }
}
