import { toWords } from '../json/json.ts'
import { callIsolated, reportThrown } from '../errors/agent-error.ts'

/** The reason for which a tool or scope is off, in words for the user and the model. */
export interface Unavailable {
  readonly available: false
  readonly reason: string
}

/**
 * Marks a tool or a scope as off, with a reason:
 * `enabled: () => isSignedIn || unavailable('Sign in first')`. Any other reason becomes
 * text. An empty one counts as no reason.
 */
export const unavailable = (reason: string): Unavailable => ({
  available: false,
  reason: toWords(reason) ?? '',
})

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
    if (typeof answer !== 'object') return off
    const reason = toWords(answer.reason)
    return { enabled: false, reason: reason?.trim() ? reason : undefined }
  } catch (thrown) {
    return { enabled: false, thrown }
  }
}

/**
 * Calls `listener` after each change that an `enabled` announces. Returns a function that ends
 * this. Never throws: an `enabled` that throws is reported, and then announces nothing.
 */
export function watch(enabled: Enabled | undefined, listener: () => void): () => void {
  const message = '`subscribe` of an `enabled` threw, so its changes are not announced.'
  if (typeof enabled !== 'object') return () => undefined
  try {
    const stop = enabled.subscribe(listener)
    return () => callIsolated(stop, undefined, undefined, message)
  } catch (thrown) {
    reportThrown(enabled, message, thrown)
    return () => undefined
  }
}
