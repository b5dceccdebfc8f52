import { type Agent, AgentError, type UserContent } from '@ambit/core'
import { useCallback, useSyncExternalStore } from 'react'
import { draftsOf } from '../composer/draft.ts'
import { quotesIn, textOf } from '../said.ts'

/** The error of a message that a guardrail refused. */
export interface Refusal extends AgentError<'guardrail'> {
  /** The refused message of the user. Absent for one of the model. */
  readonly input?: UserContent
}

/** Returns the refusal that an error is; undefined for any other error. */
export const toRefusal = (error: Error | undefined): Refusal | undefined =>
  AgentError.is(error, 'guardrail') ? error : undefined

/** A refused message: the session that it belongs to, and its error. */
interface Refused {
  readonly session: string
  readonly error: Refusal
}

/**
 * The messages of the user to one agent that guardrails refused, until the user edits them or
 * sends another. They are in no history. They are heard of also while the panel is closed.
 */
class RefusedMessages {
  readonly #agent: Agent
  readonly #listeners = new Set<() => void>()
  #list: readonly Refused[] = []

  constructor(agent: Agent) {
    this.#agent = agent
    const last = toRefusal(agent.getState().error)
    if (last) this.#hear(last)
    agent.on('agent:warning', ({ error }) => {
      const refusal = toRefusal(error)
      if (refusal) this.#hear(refusal)
    })
    // A page that is left keeps the text as unsent text.
    globalThis.addEventListener?.('pagehide', () => this.takeBack())
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the last refusal in the open session. */
  readonly last = (): Refusal | undefined => this.#here().at(-1)?.error

  /** Puts the texts and the quotes back into the text field, as unsent text. */
  takeBack(): void {
    const inputs = this.#here().map(({ error }) => error.input ?? '')
    const texts = inputs.map(textOf).filter(Boolean)
    const drafts = draftsOf(this.#agent)
    if (texts.length > 0) drafts.add(texts.join('\n'))
    drafts.show({ quotes: [...drafts.get().quotes, ...inputs.flatMap(quotesIn)] })
    this.forget()
  }

  /** Forgets the refused messages of the open session. */
  readonly forget = (): void => this.#set(this.#list.filter((each) => !this.#here().includes(each)))

  #here(): readonly Refused[] {
    const { current } = this.#agent.sessions
    return this.#list.filter(({ session }) => session === current)
  }

  #hear(error: Refusal): void {
    if (error.details.phase !== 'input') return
    this.#set([...this.#list, { session: this.#agent.sessions.current, error }])
  }

  #set(list: readonly Refused[]): void {
    this.#list = list
    for (const listener of this.#listeners) listener()
  }
}

const byAgent = new WeakMap<Agent, RefusedMessages>()

export function refusedMessages(agent: Agent): RefusedMessages {
  const refused = byAgent.get(agent) ?? new RefusedMessages(agent)
  byAgent.set(agent, refused)
  return refused
}

/** Returns the last refusal of a message in the open session of an agent. */
export function useRefusal(agent: Agent): Refusal | undefined {
  const refused = refusedMessages(agent)
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [refused.subscribe(listener), agent.sessions.subscribe(listener)]
      return () => stops.forEach((stop) => stop())
    },
    [agent, refused],
  )
  return useSyncExternalStore(subscribe, refused.last, () => undefined)
}
