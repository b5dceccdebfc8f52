import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { useSend } from '../use-send.ts'
import { labelOf, messageOf, type Suggestion } from './suggestion.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'

export interface SuggestionListProps {
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
