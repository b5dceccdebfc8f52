import { AgentError } from '@ambit/core'
import { type DegradeReason, type StorageDegradation } from '@ambit/core/storage'
import { isBlocked, isDamaged, nameOf, newerText } from './storage-error.ts'

/** The degradations of a storage. Each reason is reported once until it is over. */
export class Degradations {
  readonly #reported = new Map<DegradeReason, StorageDegradation>()
  readonly #listeners = new Set<(what: StorageDegradation) => void>()

  readonly report = (reason: DegradeReason, message: string): void => {
    if (this.#reported.has(reason)) return
    const what = { reason, message }
    this.#reported.set(reason, what)
    for (const listener of this.#listeners) listener(what)
  }

  /** Takes back what was reported for a reason. */
  over(reason: DegradeReason): void {
    const what = this.#reported.get(reason)
    if (!what) return
    this.#reported.delete(reason)
    for (const listener of this.#listeners) listener({ ...what, isOver: true })
  }

  /** Reports why there is no database, so that conversations end with the page. */
  reportFailure(error: unknown): void {
    const { reason, message } = explain(error)
    this.report(reason, message)
  }

  readonly listen = (listener: (what: StorageDegradation) => void): (() => void) => {
    this.#listeners.add(listener)
    for (const what of this.#reported.values()) listener(what)
    return () => this.#listeners.delete(listener)
  }
}

function explain(error: unknown): StorageDegradation {
  const name = nameOf(error)
  if (name === 'TimeoutError') {
    return {
      reason: 'blocked',
      message:
        'Another page of this site holds up its database. Close the other pages and reload. Until then conversations end with this page.',
    }
  }
  if (name === 'VersionError') return { reason: 'newer', message: newerText }
  const reason = 'unavailable'
  if (AgentError.is(error, 'storage')) return { reason, message: error.message }
  if (isBlocked(error)) {
    return {
      reason,
      message:
        'The browser gives this page no database: the data of this site is blocked in its settings, or the page is in a frame that may store nothing. Conversations end with this page. To keep them, allow this site to store data.',
    }
  }
  const advice = isDamaged(error)
    ? ' It is damaged: clearing the data of this site repairs it.'
    : ''
  return {
    reason,
    message: `The browser has no database for this page (${name || 'unknown'}). Conversations end with it.${advice}`,
  }
}
