'use client'

import { useAgent, useMessages } from '@ambit/react'
import type { ReactElement } from 'react'
import { useIsAsked } from '../approval/use-is-asked.ts'
import { useChat } from '../chat-context.ts'
import { useDraft } from '../composer/draft.ts'
import { checkProps } from '../dev/check-props.ts'
import { textOf } from '../said.ts'
import { messageOf } from './suggestion.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { type Start, useOffer } from './use-offer.ts'

/** The most suggestions beside a running conversation. */
const MOST = 3

/** The props of `Chat.Suggestions`. */
export interface PageSuggestionsProps {
  /**
   * What the chat starts with. Only a function of the scopes depends on the page: the suggestions
   * of an object are shown before the first message alone. Default: none beside those of
   * `useSuggestions`.
   */
  readonly start?: Start | undefined
}

/**
 * Shows up to 3 suggestions of the page in one line, for a conversation that has begun. Renders
 * nothing while the agent works or asks, while the user writes, and while the model's own
 * suggestions are shown. Leaves out what the user has already said.
 */
export function PageSuggestions(props: PageSuggestionsProps): ReactElement | null {
  checkProps('Chat.Suggestions', props)
  const { start } = props
  const { agent, view, followups } = useChat()
  const { status } = useAgent()
  const isEmpty = useDraft(
    agent,
    ({ text, quotes, files }) => text === '' && quotes.length + files.length === 0,
  )
  const isAsked = useIsAsked(agent)
  const hasBegun = useMessages().ids.length > 0
  const offer = useOffer(typeof start === 'function' ? start : undefined)
  const isFree = status === 'idle' && !isAsked && isEmpty
  if (!isFree || !hasBegun || view !== 'conversation') return null
  if (followups && followups.head === agent.history.head) return null
  const said = new Set(
    agent.history.messages.map((each) => each.role === 'user' && textOf(each.content)),
  )
  const left = offer.suggestions.filter((each) => !said.has(messageOf(each)))
  return <SuggestionList suggestions={left.slice(0, MOST)} compact />
}
