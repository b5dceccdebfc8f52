import type { ReactNode } from 'react'
import { englishMarkdown, type MarkdownStrings } from './markdown-options.ts'

interface HiddenMarkProps {
  /** How many characters are not shown. */
  readonly count: number
  readonly strings: Partial<MarkdownStrings>
}

/** Says that a text holds characters that nobody sees: they can carry words to a model, or turn round what a person reads. Nothing for none. */
export function HiddenMark({ count, strings }: HiddenMarkProps): ReactNode {
  if (count === 0) return null
  const { hiddenChars = englishMarkdown.hiddenChars } = strings
  return (
    <p data-hidden-chars="" role="note">
      {hiddenChars(count)}
    </p>
  )
}
