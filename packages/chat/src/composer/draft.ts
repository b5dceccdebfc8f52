import type { Agent } from '@ambit/core'

/** What a person has begun to write to an agent: kept while the composer is away, and over a reload of the tab. */
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

const drafts = new WeakMap<Agent, Draft>()

/** The draft of an agent's conversation. */
export function draftFor(agent: Agent): Draft {
  let draft = drafts.get(agent)
  if (!draft) drafts.set(agent, (draft = new Draft(agent.name)))
  return draft
}

/** Storage may be missing, full or forbidden: a draft is then kept in memory alone. */
function inStorage<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(globalThis.sessionStorage)
  } catch {
    return undefined
  }
}
