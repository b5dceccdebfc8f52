import { useContext, type ReactNode } from 'react'
import { FootnotesContext } from './footnote-index.ts'
import { goTo } from './footnote-ref.tsx'
import type { NoteToken } from './footnote.ts'
import { inlineNodes } from './inline-nodes.tsx'
import { MarkdownOptionsContext } from './markdown-options.ts'
import { cleanText } from './text-intake.ts'

interface FootnoteViewProps {
  readonly note: NoteToken
  readonly depth: number
}

/** Shows a footnote where it was written, with a way back to its first mark. */
export function FootnoteView({ note, depth }: FootnoteViewProps): ReactNode {
  const { strings } = useContext(MarkdownOptionsContext)
  const number = useContext(FootnotesContext).numbers.get(note.label)
  const name = String(number ?? cleanText(note.label))
  return (
    <div role="note" aria-label={strings.footnote(name)} tabIndex={-1} data-note={number ?? ''}>
      <span data-note-number="">{name}</span>
      <div>
        {note.paragraphs.map((tokens, index) => (
          <p key={index} dir="auto">
            {inlineNodes(tokens, depth + 1)}
          </p>
        ))}
      </div>
      {number !== undefined && (
        <button
          type="button"
          aria-label={strings.footnoteBack}
          onClick={(event) => goTo(event, `[data-note-ref="${number}"]`)}
        >
          ↩
        </button>
      )}
    </div>
  )
}
