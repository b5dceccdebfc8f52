import type { Agent, Availability, Enabled, Unavailable } from '@ambit/core'

/** What an `enabled` option says now; without one, on. */
export function isOn(enabled: Enabled | undefined): boolean | Unavailable {
  if (enabled === undefined) return true
  return typeof enabled === 'function' ? enabled() : enabled.get()
}

/**
 * Tells observers of the agent's scopes when an `enabled` came to something else than at the commit before, and passes on the changes
 * that one of the form `{ get, subscribe }` announces.
 */
export class EnabledChanges {
  #last: Availability | undefined
  #agent: Agent | undefined
  #subscribe: unknown
  #unsubscribe: (() => void) | undefined

  /** After every commit. */
  take(
    agent: Agent,
    enabled: Enabled | undefined,
    slot: { readonly availability: Availability | undefined },
  ): void {
    const now = enabled && slot.availability
    if (now && this.#last && !isSame(now, this.#last)) agent.scopes.refresh()
    this.#last = now
    const source = typeof enabled === 'object' ? enabled : undefined
    // An object written in place is new each time, its `subscribe` is not.
    if (this.#agent === agent && this.#subscribe === source?.subscribe) return
    this.#unsubscribe?.()
    this.#agent = agent
    this.#subscribe = source?.subscribe
    this.#unsubscribe = source?.subscribe(agent.scopes.refresh)
  }

  /** When the component goes. */
  stop(): void {
    this.#unsubscribe?.()
    this.#unsubscribe = this.#subscribe = this.#agent = undefined
  }
}

const isSame = (a: Availability, b: Availability): boolean =>
  a.enabled === b.enabled && reasonOf(a) === reasonOf(b)

const reasonOf = (availability: Availability): string | undefined =>
  availability.enabled ? undefined : availability.reason
