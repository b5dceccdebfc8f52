import type { Agent } from '@ambit/core'

/**
 * The unsent text of a person to an agent, kept while the composer is unmounted and over a reload
 * of the tab.
 */
export class Draft {
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

/**
 * Returns the draft of an agent's stored session. Without an id, returns the draft of the
 * conversation that is not stored.
 */
export function draftFor(agent: Agent, session: string | undefined): Draft {
  const key = session === undefined ? agent.name : `${agent.name}:${session}`
  const ofAgent = drafts.get(agent) ?? new Map<string, Draft>()
  drafts.set(agent, ofAgent)
  const draft = ofAgent.get(key) ?? new Draft(key)
  ofAgent.set(key, draft)
  return draft
}

/**
 * Accesses the tab's storage. The storage may be missing, full or forbidden: the draft is then kept
 * in memory only.
 */
function inStorage<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(globalThis.sessionStorage)
  } catch {
    return undefined
  }
}
