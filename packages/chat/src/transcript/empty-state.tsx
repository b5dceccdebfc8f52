import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { renderPart, type PartProps } from '../part.ts'
import { SuggestionList } from './suggestion-list.tsx'

/** The props of `EmptyState`. */
export interface EmptyStateProps extends PartProps<Record<never, never>> {
  /** Messages that the person can send with one press, without changes. Default: none. */
  readonly suggestions?: readonly string[] | undefined
}

/** Shows the content of the transcript before the first message. */
export function EmptyState(props: EmptyStateProps): ReactElement {
  const { suggestions = [] } = props
  const { strings } = useChat()
  return renderPart(
    'div',
    'empty',
    props,
    {},
    {
      children: (
        <>
          <h3>{strings.emptyTitle}</h3>
          <p>{strings.emptyText}</p>
          <SuggestionList texts={suggestions} />
        </>
      ),
    },
  )
}
