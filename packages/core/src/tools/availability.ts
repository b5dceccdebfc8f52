/** Why something is off, in words for the person and the model. */
export interface Unavailable {
  readonly available: false
  readonly reason: string
}

/** Says that a tool or a scope is off, and why: `enabled: () => isSignedIn || unavailable('Sign in first')`. */
export const unavailable = (reason: string): Unavailable => ({ available: false, reason })

/**
 * Whether something is on now: a predicate, or a value that announces its changes. It is evaluated when a request is built, at the
 * call, and on `scopes.refresh()`. A throw means off.
 */
export type Enabled =
  | (() => boolean | Unavailable)
  | {
      readonly get: () => boolean | Unavailable
      /** Calls `listener` after each change, until the returned function is called. */
      readonly subscribe: (listener: () => void) => () => void
    }

/** What a predicate came to. */
export type Availability =
  | { readonly enabled: true }
  | { readonly enabled: false; readonly reason?: string | undefined; readonly thrown?: unknown }

const on: Availability = { enabled: true }
const off: Availability = { enabled: false }

/** Evaluates a predicate now. Never throws. */
export function evaluate(enabled: Enabled | undefined): Availability {
  if (enabled === undefined) return on
  try {
    const answer = typeof enabled === 'function' ? enabled() : enabled.get()
    if (answer === true) return on
    return typeof answer === 'object' ? { enabled: false, reason: answer.reason } : off
  } catch (thrown) {
    return { enabled: false, thrown }
  }
}
