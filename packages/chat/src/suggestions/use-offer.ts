import type { ScopeView } from '@ambit/core'
import { useProvidedAgent } from '@ambit/react'
import { useMemo, useSyncExternalStore } from 'react'
import { noOffer, type PageOffer, pageOffersOf } from './page-offers.ts'
import { type Suggestion, withoutRepeats } from './suggestion.ts'
import { useActivity } from '../use-activity.ts'

/** What a chat shows before the first message. */
export interface StartOptions {
  /**
   * A plain sentence about the page, in place of the string `emptyText`. The greeting of
   * `useSuggestions` on the page comes before it. Default: none.
   */
  readonly greeting?: string | undefined
  /**
   * Messages that the user can send with one press. Those of `useSuggestions` on the page come
   * before them. Default: none.
   */
  readonly suggestions?: readonly Suggestion[] | undefined
}

/**
 * What a chat shows before the first message, or a function that returns it from the scopes on the
 * page. The function is called again when the scopes, or what is on in them, change.
 */
export type Start = StartOptions | ((scopes: readonly ScopeView[]) => StartOptions)

/** Returns what the page offers now: first its components, then what the application gave. */
export function useOffer(start: Start = nothing): PageOffer {
  const agent = useProvidedAgent()
  const offers = pageOffersOf(agent)
  const ofComponents = useSyncExternalStore(offers.subscribe, offers.getState, () => noOffer)
  const scopes = useActivity(agent, (state) => state.scopes)
  const { suggestions = [], greeting } = useMemo(() => read(start, scopes), [start, scopes])
  return {
    suggestions: withoutRepeats([...ofComponents.suggestions, ...suggestions]),
    greeting: ofComponents.greeting || greeting,
  }
}

const nothing: StartOptions = {}

function read(start: Start, scopes: readonly ScopeView[]): StartOptions {
  if (typeof start !== 'function') return start
  try {
    return start(scopes)
  } catch (error) {
    console.error('[ambit] `start` of the chat threw.', error)
    return {}
  }
}
