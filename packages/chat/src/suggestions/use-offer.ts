import { useProvidedAgent, useScopes } from '@ambit/react'
import { useSyncExternalStore } from 'react'
import { noOffer, type PageOffer, pageOffersOf } from './page-offers.ts'
import { type OfPage, type Suggestion, withoutRepeats } from './suggestion.ts'

/** The suggestions and the greeting that an app gave the chat. */
export interface AppOffer {
  /**
   * Messages that the person can send with one press. Those of `useSuggestions` on the page come
   * before them. Default: none.
   */
  readonly suggestions?: OfPage<readonly Suggestion[]> | undefined
  /**
   * A plain sentence about the page, shown before the first message in place of the string
   * `emptyText`. The greeting of `useSuggestions` on the page comes before it. Default: none.
   */
  readonly greeting?: OfPage<string | undefined> | undefined
}

/** Returns what the page offers now: first its components, then the functions and lists given. */
export function useOffer({ suggestions = [], greeting }: AppOffer): PageOffer {
  const offers = pageOffersOf(useProvidedAgent())
  const ofComponents = useSyncExternalStore(offers.subscribe, offers.getState, () => noOffer)
  const scopes = useScopes()
  const read = <T>(given: OfPage<T>, instead: T): T => {
    if (typeof given !== 'function') return given
    try {
      return (given as (views: typeof scopes) => T)(scopes)
    } catch (error) {
      console.error('[ambit] `suggestions` or `greeting` of the chat threw.', error)
      return instead
    }
  }
  return {
    suggestions: withoutRepeats([...ofComponents.suggestions, ...read(suggestions, [])]),
    greeting: ofComponents.greeting || read(greeting, undefined),
  }
}
