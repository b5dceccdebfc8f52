import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { renderPart, type PartProps } from '../part.ts'
import { SuggestionList } from './suggestion-list.tsx'

/** What `EmptyState` takes. */
export interface EmptyStateProps extends PartProps<Record<never, never>> {
  /** What the person may say with one press; sent as it stands. Default: none. */
  readonly suggestions?: readonly string[] | undefined
}

/** What stands in the transcript before the first message. */
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
