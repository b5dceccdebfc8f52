import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { useSend } from '../use-send.ts'

/** What the person may say with one press. Nothing where there is nothing. */
export function SuggestionList({
  texts,
}: {
  readonly texts: readonly string[]
}): ReactElement | null {
  const { strings, field } = useChat()
  const send = useSend()
  if (texts.length === 0) return null
  const suggest = (text: string): void => {
    // The button goes away with the message.
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
