import type { Agent } from '@ambit/core'
import type { Suggestion } from './suggestion.ts'

/** The messages that the page offers the user, and a sentence about the page. */
export interface PageOffer {
  readonly suggestions: readonly Suggestion[]
  readonly greeting?: string | undefined
}

export const noOffer: PageOffer = { suggestions: [] }

/** The offers of the components on the page. An external store in React's sense. */
class PageOffers {
  readonly #offers = new Map<object, PageOffer>()
  readonly #listeners = new Set<() => void>()
  #state = noOffer

  readonly getState = (): PageOffer => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sets the offer of a component, or removes it. A new component comes before the others. */
  set(owner: object, offer: PageOffer | undefined): void {
    if (offer) this.#offers.set(owner, offer)
    else this.#offers.delete(owner)
    const latestFirst = [...this.#offers.values()].reverse()
    this.#state = {
      suggestions: latestFirst.flatMap(({ suggestions }) => suggestions),
      greeting: latestFirst.find(({ greeting }) => greeting)?.greeting,
    }
    for (const listener of this.#listeners) listener()
  }
}

const byAgent = new WeakMap<Agent, PageOffers>()

/** Returns the offers of the components that have the agent. */
export function pageOffersOf(agent: Agent): PageOffers {
  const offers = byAgent.get(agent) ?? new PageOffers()
  byAgent.set(agent, offers)
  return offers
}
