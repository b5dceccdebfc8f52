import { Listeners } from '../agent/use-store.ts'
import type { Until } from './until.ts'

// Chromium 142, Firefox 147 and Safari 26.2 tell which view transition is active.
interface Transitioning {
  readonly activeViewTransition?: Pick<ViewTransition, 'updateCallbackDone'> | null
}

/**
 * A source that is pending while a view transition has not yet changed the page. The browser first
 * takes a picture of the page, so a handler that starts one has returned by then. The animation is
 * not waited for.
 */
export class PendingViewTransition implements Until {
  readonly #page: Transitioning
  readonly #listeners = new Listeners()
  /** For each view transition that was seen, if it has changed the page. */
  readonly #seen = new WeakMap<object, boolean>()

  constructor(page: Transitioning) {
    this.#page = page
  }

  readonly subscribe: Listeners['subscribe'] = this.#listeners.subscribe

  isPending(): boolean {
    const active = this.#page.activeViewTransition
    if (!active) return false
    if (!this.#seen.has(active)) this.#watch(active)
    return this.#seen.get(active) === false
  }

  #watch(active: Pick<ViewTransition, 'updateCallbackDone'>): void {
    const end = (): void => {
      this.#seen.set(active, true)
      this.#listeners.announce()
    }
    this.#seen.set(active, false)
    active.updateCallbackDone.then(end, end)
  }
}
