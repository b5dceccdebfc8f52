import { useState, type ReactElement } from 'react'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The part of a text that is shown before the user asks for the rest, in UTF-16 units. */
const MOST_CHARS = 200_000

export interface CutTextProps {
  readonly text: string
  /** Renders the text, or its beginning. */
  readonly renderText: (shown: string, isCut: boolean) => ReactElement
}

/** Shows a text. A longer one ends after 200,000 characters, with a button that shows the rest. */
export function CutText({ text, renderText }: CutTextProps): ReactElement {
  const strings = useWords('messages', englishMessages)
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && text.length > MOST_CHARS
  return (
    <>
      {renderText(isCut ? text.slice(0, MOST_CHARS) : text, isCut)}
      {isCut && (
        <button type="button" className="ambit-button" onClick={() => setWhole(true)}>
          {strings.showAll}
        </button>
      )}
    </>
  )
}
