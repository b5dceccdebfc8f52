import type { Agent, Availability, Enabled, Unavailable } from '@ambit/core'

/** Reads an `enabled` option now. Returns true if there is none. */
export function isOn(enabled: Enabled | undefined): boolean | Unavailable {
  if (enabled === undefined) return true
  return typeof enabled === 'function' ? enabled() : enabled.get()
}

/**
 * An observer of one component's `enabled` option. It refreshes the agent's scopes when the option
 * has another value than at the last commit. An option of the form `{ get, subscribe }` refreshes
 * them with each change that it announces.
 */
export class EnabledObserver {
  #last: Availability | undefined
  #agent: Agent | undefined
  #subscribe: unknown
  #unsubscribe: (() => void) | undefined

  /** Compares with the last commit. Called after every commit. */
  update(
    agent: Agent,
    enabled: Enabled | undefined,
    registration: { readonly availability: Availability | undefined },
  ): void {
    const now = enabled && registration.availability
    if (now && this.#last && !isSame(now, this.#last)) agent.scopes.refresh()
    this.#last = now
    const source = typeof enabled === 'object' ? enabled : undefined
    // An object literal is new in each render. Its `subscribe` is the same.
    if (this.#agent === agent && this.#subscribe === source?.subscribe) return
    this.#unsubscribe?.()
    this.#agent = agent
    this.#subscribe = source?.subscribe
    this.#unsubscribe = source?.subscribe(agent.scopes.refresh)
  }

  /** Unsubscribes. Called when the component unmounts. */
  stop(): void {
    this.#unsubscribe?.()
    this.#unsubscribe = this.#subscribe = this.#agent = undefined
  }
}

const isSame = (a: Availability, b: Availability): boolean =>
  a.enabled === b.enabled && reasonOf(a) === reasonOf(b)

const reasonOf = (availability: Availability): string | undefined =>
  availability.enabled ? undefined : availability.reason
