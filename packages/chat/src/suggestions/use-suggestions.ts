'use client'

import { checkMembers } from '@ambit/core'
import { useProvidedAgent } from '@ambit/react'
import { useEffect, useState } from 'react'
import { type PageOffer, pageOffersOf } from './page-offers.ts'
import type { Suggestion } from './suggestion.ts'

/** The options of `useSuggestions`. */
export interface UseSuggestionsOptions {
  /**
   * A sentence about this page in place of the chat's own, before the first message:
   * `Mia, 41 orders are unpaid.` Plain text. Default: none.
   */
  readonly greeting?: string | undefined
}

/**
 * Offers messages for the page that the component shows, in every chat with the agent, while the
 * component is mounted. They come before those of the chat; those of the component that was mounted
 * last come first. A new array with the same content changes nothing. Loads no code of the chat.
 * Throws `AgentError` outside an `AgentProvider`.
 *
 * @example
 * useSuggestions(['Draft reminders for them'], { greeting: `${count} orders are unpaid.` })
 */
export function useSuggestions(
  suggestions: readonly Suggestion[],
  options: UseSuggestionsOptions = {},
): void {
  checkMembers('`useSuggestions`', options, { greeting: 'title' })
  for (const each of suggestions) {
    if (typeof each === 'object')
      checkMembers('a suggestion of `useSuggestions`', each, {
        label: 'title text',
        message: 'prompt',
      })
  }
  const { greeting } = options
  const agent = useProvidedAgent('useSuggestions')
  const [owner] = useState(() => ({}))
  // Most components make a new array for each render.
  const content = JSON.stringify({ suggestions, greeting })
  useEffect(() => {
    pageOffersOf(agent).set(owner, JSON.parse(content) as PageOffer)
  }, [agent, owner, content])
  useEffect(() => () => pageOffersOf(agent).set(owner, undefined), [agent, owner])
}
