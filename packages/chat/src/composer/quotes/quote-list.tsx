import type { ReactElement } from 'react'
import { cleanText } from '../../markdown/text-intake.ts'
import { quotedText, type TextPart } from '../../said.ts'
import { ShellIcon } from '../../shell-icon.tsx'
import { englishComposer } from '../../strings/composer-strings.ts'
import { useWords } from '../../strings/use-words.ts'

export interface QuoteListProps {
  readonly quotes: readonly TextPart[]
  readonly remove: (quote: TextPart) => void
}

/** Lists what a message is about, each with a button that removes it. */
export function QuoteList({ quotes, remove }: QuoteListProps): ReactElement {
  const strings = useWords('composer', englishComposer)
  return (
    <ul className="ambit-quotes" aria-label={strings.quotes}>
      {quotes.map((quote, at) => (
        <li key={`${at} ${quote.text}`}>
          <blockquote className="ambit-quote" dir="auto">
            {cleanText(quotedText(quote))}
          </blockquote>
          <button
            type="button"
            aria-label={strings.removeQuote(cleanText(quotedText(quote)).slice(0, 60))}
            onClick={() => remove(quote)}
          >
            <ShellIcon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}
