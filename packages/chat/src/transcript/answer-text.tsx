import { useState, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { Markdown } from '../markdown/markdown.tsx'

/** So much of an answer is drawn before somebody asks for the rest, in UTF-16 units. */
const MOST_CHARS = 200_000

export interface AnswerTextProps {
  readonly text: string
  readonly streaming: boolean
}

/** What the model said, as Markdown: the first 200,000 characters, with a button for the rest of what is longer. */
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
