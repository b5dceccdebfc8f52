import type { ReactNode } from 'react'
import { englishMarkdown, type MarkdownStrings } from './markdown-options.ts'

interface HiddenMarkProps {
  /** The number of characters that are not shown. */
  readonly count: number
  readonly strings: Partial<MarkdownStrings>
}

/**
 * Shows a note that a text holds invisible characters. Invisible characters can carry words to a
 * model, or reverse the text that a user reads. Renders nothing for a count of 0.
 */
export function HiddenMark({ count, strings }: HiddenMarkProps): ReactNode {
  if (count === 0) return null
  const { hiddenChars = englishMarkdown.hiddenChars } = strings
  return (
    <p data-hidden-chars="" role="note">
      {hiddenChars(count)}
    </p>
  )
}
