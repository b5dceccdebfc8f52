import type { Agent, Availability, Enabled, Unavailable } from '@ambit/core'

/** Reads an `enabled` option now. Returns true if there is none. */
export function isOn(enabled: Enabled | undefined): boolean | Unavailable {
  if (enabled === undefined) return true
  return typeof enabled === 'function' ? enabled() : enabled.get()
}

/** Evaluates an `enabled` option now. Never throws. */
function evaluate(enabled: Enabled): Availability {
  try {
    const answer = isOn(enabled)
    if (answer === true) return { enabled: true }
    return { enabled: false, reason: typeof answer === 'object' ? answer.reason : undefined }
  } catch {
    return { enabled: false }
  }
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
    // At the first commit, the scope of a tool is not registered yet: it is around the component.
    const now = enabled && (registration.availability ?? evaluate(enabled))
    if (now && this.#last && answerOf(now) !== answerOf(this.#last)) agent.scopes.refresh()
    this.#last = now
    const source = typeof enabled === 'object' ? enabled : undefined
    // An object literal is new in each render. Its `subscribe` is the same.
    if (this.#agent === agent && this.#subscribe === source?.subscribe) return
    this.#end()
    this.#agent = agent
    this.#subscribe = source?.subscribe
    if (typeof source?.subscribe !== 'function') return
    try {
      this.#unsubscribe = source.subscribe(agent.scopes.refresh)
    } catch (thrown) {
      reportSubscribe(source.subscribe, thrown)
    }
  }

  /** Unsubscribes. A source that cannot be unsubscribed from changes nothing for the page. */
  #end(): void {
    const unsubscribe: unknown = this.#unsubscribe
    this.#unsubscribe = undefined
    if (typeof unsubscribe !== 'function') return
    try {
      unsubscribe()
    } catch (thrown) {
      reportSubscribe(unsubscribe, thrown)
    }
  }

  /** Unsubscribes. Called when the component unmounts. */
  stop(): void {
    this.#end()
    this.#subscribe = this.#agent = undefined
  }
}

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** The functions of the application whose first error was reported. */
const reported = new WeakSet<object>()

function reportSubscribe(source: object, thrown: unknown): void {
  if (reported.has(source)) return
  reported.add(source)
  let message = '`subscribe` of an `enabled` threw.'
  try {
    // Bundlers replace this value, and leave the words out of production.
    if (process.env.NODE_ENV !== 'production') {
      message =
        '`subscribe` of an `enabled`, or the function that it returned, threw, so its changes may not be announced. Let `subscribe` return a function that unsubscribes.'
    }
  } catch {
    // A page without a bundler has no `process`.
  }
  console.error(`[ambit] ${message}`, thrown)
}

/** Returns true, or why it is off. */
const answerOf = (availability: Availability): string | boolean | undefined =>
  availability.enabled || availability.reason
