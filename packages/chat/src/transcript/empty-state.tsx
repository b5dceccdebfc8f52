'use client'

import type { ReactElement } from 'react'
import { checkProps } from '../dev/check-props.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'
import { SuggestionList } from '../suggestions/suggestion-list.tsx'
import { type Start, useOffer } from '../suggestions/use-offer.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The props of `Chat.Empty`. */
export interface EmptyStateProps extends PartProps<Record<never, never>> {
  /** The greeting and the suggestions. Default: a general sentence, and no suggestions. */
  readonly start?: Start | undefined
}

/**
 * Shows the content of the transcript before the first message: a greeting, and suggestions. Those
 * of `useSuggestions` on the page come first.
 */
export function EmptyState(props: EmptyStateProps): ReactElement {
  checkProps('Chat.Empty', props)
  const strings = useWords('chat', englishFrame)
  const { suggestions, greeting } = useOffer(props.start)
  return renderPart(
    'div',
    'empty',
    props,
    {},
    {
      children: (
        <>
          <h3>{strings.emptyTitle}</h3>
          <p dir="auto">{cleanText(greeting || strings.emptyText)}</p>
          <SuggestionList suggestions={suggestions} />
        </>
      ),
    },
  )
}
