import { useState, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { Markdown } from '../markdown/markdown.tsx'

/** The part of an answer that is shown before the person asks for the rest, in UTF-16 units. */
const MOST_CHARS = 200_000

export interface AnswerTextProps {
  readonly text: string
  readonly streaming: boolean
}

/**
 * Shows the text of an answer as Markdown. A longer text ends after 200,000 characters, with a
 * button that shows the rest.
 */
export function AnswerText({ text, streaming }: AnswerTextProps): ReactElement {
  const { strings, allowedImageOrigins } = useChat()
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && text.length > MOST_CHARS
  return (
    <>
      <Markdown
        text={isCut ? text.slice(0, MOST_CHARS) : text}
        streaming={streaming && !isCut}
        strings={strings.markdown}
        allowedImageOrigins={allowedImageOrigins}
      />
      {isCut && (
        <button type="button" className="ambit-button" onClick={() => setWhole(true)}>
          {strings.showAll}
        </button>
      )}
    </>
  )
}
