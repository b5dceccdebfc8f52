import { useContext, type MouseEvent, type ReactNode } from 'react'
import { citedText } from '../citations/cited-text.tsx'
import { FootnotesContext } from './footnote-index.ts'
import { MarkdownOptionsContext } from './markdown-options.ts'
import { cleanText } from './text-intake.ts'

interface FootnoteRefProps {
  /** The label, folded. */
  readonly label: string
  /** The mark as it was written. */
  readonly raw: string
}

/**
 * Shows the mark of a footnote: a number, which leads to the footnote once it is there. A mark
 * without a footnote is the mark of a source, or text.
 */
export function FootnoteRef({ label, raw }: FootnoteRefProps): ReactNode {
  const { strings } = useContext(MarkdownOptionsContext)
  const { numbers, known, isOpen } = useContext(FootnotesContext)
  const number = numbers.get(label)
  const isKnown = known.has(label)
  if (number === undefined || (!isKnown && !isOpen)) return citedText(cleanText(raw), 0)
  if (!isKnown) return <sup>{number}</sup>
  const name = strings.footnote(String(number))
  return (
    <sup>
      <button
        type="button"
        aria-label={name}
        data-note-ref={number}
        onClick={(event) => goTo(event, `[data-note="${number}"]`)}
      >
        {number}
      </button>
    </sup>
  )
}

/**
 * Moves the focus to another place of the same text. Uses no address, which the page's router would
 * follow, and no id, which could meet one of the page.
 */
export function goTo(event: MouseEvent, place: string): void {
  const found = event.currentTarget.closest('.ambit-markdown')?.querySelector<HTMLElement>(place)
  found?.focus()
  found?.scrollIntoView({ block: 'nearest' })
}
