import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { useSend } from '../use-send.ts'

/** Shows messages that the person can send with one press. Renders nothing if there are none. */
export function SuggestionList({
  texts,
}: {
  readonly texts: readonly string[]
}): ReactElement | null {
  const { strings, field } = useChat()
  const send = useSend()
  if (texts.length === 0) return null
  const suggest = (text: string): void => {
    // The button disappears when the message is sent.
    field.current?.focus()
    send(text)
  }
  return (
    <ul className="ambit-suggestions" aria-label={strings.suggestions}>
      {texts.map((text) => (
        <li key={text}>
          <button type="button" dir="auto" onClick={() => suggest(text)}>
            {cleanText(text)}
          </button>
        </li>
      ))}
    </ul>
  )
}
