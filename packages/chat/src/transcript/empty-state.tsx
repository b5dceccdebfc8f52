import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { renderPart, type PartProps } from '../part.ts'
import { useSend } from '../use-send.ts'

export interface EmptyStateProps extends PartProps<Record<never, never>> {
  /** What the person may say with one press; sent as it stands. Default: none. */
  readonly suggestions?: readonly string[] | undefined
}

/** What stands in the transcript before the first message. */
export function EmptyState(props: EmptyStateProps): ReactElement {
  const { suggestions = [] } = props
  const { strings, field } = useChat()
  const send = useSend()
  const suggest = (text: string): void => {
    // The button goes away with the message.
    field.current?.focus()
    send(text)
  }
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
          {suggestions.length > 0 && (
            <ul aria-label={strings.suggestions}>
              {suggestions.map((text) => (
                <li key={text}>
                  <button type="button" dir="auto" onClick={() => suggest(text)}>
                    {text}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      ),
    },
  )
}
