'use client'

import type { ScopeView } from '@ambit/core'
import { useProvidedAgent, useAgent, useMessages } from '@ambit/react'
import { type ReactElement, useMemo, useSyncExternalStore } from 'react'
import { useIsAsked } from '../approval/use-is-asked.ts'
import { useChat } from '../chat-context.ts'
import { useDraft } from '../composer/draft.ts'
import { checkProps } from '../dev/check-props.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { textOf } from '../said.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { useActivity } from '../use-activity.ts'
import { useSend } from '../use-send.ts'
import { noOffer, type PageOffer, pageOffersOf } from './page-offers.ts'

/**
 * A message that the user can send with one press: its text, or a short `label` for the button
 * and the `message` that is sent.
 */
export type Suggestion = string | { readonly label: string; readonly message: string }

/** Returns the text that a suggestion sends. */
const messageOf = (suggestion: Suggestion): string =>
  typeof suggestion === 'string' ? suggestion : suggestion.message

/** Returns the text on the button of a suggestion. */
const labelOf = (suggestion: Suggestion): string =>
  typeof suggestion === 'string' ? suggestion : suggestion.label

/** Returns suggestions without those whose message stood before. */
const withoutRepeats = (suggestions: readonly Suggestion[]): readonly Suggestion[] =>
  [
    ...new Map(suggestions.toReversed().map((each) => [messageOf(each), each])).values(),
  ].toReversed()

interface SuggestionListProps {
  readonly suggestions: readonly Suggestion[]
  /** True for one line of small buttons. Default false: a button a line. */
  readonly compact?: boolean | undefined
}

/** Shows messages that the user can send with one press. Renders nothing if there are none. */
export function SuggestionList(props: SuggestionListProps): ReactElement | null {
  const { suggestions, compact = false } = props
  const { agent, field } = useChat()
  const strings = useWords('chat', englishFrame)
  const send = useSend()
  if (suggestions.length === 0) return null
  const suggest = (message: string): void => {
    // The button disappears when the message is sent.
    field.current?.focus()
    send(message)
  }
  const preload = (): void => void agent.preload()
  return (
    <ul
      className="ambit-suggestions"
      aria-label={strings.suggestions}
      data-compact={compact ? '' : undefined}
    >
      {suggestions.map((each) => (
        <li key={messageOf(each)}>
          <button
            type="button"
            dir="auto"
            onPointerEnter={preload}
            onFocus={preload}
            onClick={() => suggest(messageOf(each))}
          >
            {cleanText(labelOf(each))}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What a chat shows before the first message. */
interface StartOptions {
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
