/** The reason for which a tool or scope is off, in words for the person and the model. */
export interface Unavailable {
  readonly available: false
  readonly reason: string
}

/**
 * Marks a tool or a scope as off, with a reason:
 * `enabled: () => isSignedIn || unavailable('Sign in first')`.
 */
export const unavailable = (reason: string): Unavailable => ({ available: false, reason })

/**
 * The condition under which a tool or scope is on: a predicate, or a value that announces its
 * changes. Ambit evaluates it when it builds a request, at the call, and on `scopes.refresh()`. If
 * it throws, the tool or scope is off.
 */
export type Enabled =
  | (() => boolean | Unavailable)
  | {
      readonly get: () => boolean | Unavailable
      /** Calls `listener` after each change, until the returned function is called. */
      readonly subscribe: (listener: () => void) => () => void
    }

/** The result of evaluating a predicate. `thrown` is the value that the predicate threw. */
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
