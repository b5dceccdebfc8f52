import type { ReactElement } from 'react'
import type { Completion } from './use-completion.ts'
import { englishComposer } from '../../strings/composer-strings.ts'
import { useWords } from '../../strings/use-words.ts'

/** Shows the list of completions. The field keeps the focus and names the active line. */
export function CompletionList({
  listId,
  choices,
  active,
  accept,
}: Completion): ReactElement | null {
  const strings = useWords('composer', englishComposer)
  if (choices.length === 0) return null
  return (
    <div className="ambit-completion" id={listId} role="listbox" aria-label={strings.completions}>
      {choices.map((choice, index) => (
        <button
          type="button"
          key={`${choice.label} ${choice.text}`}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The list must not take the focus from the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => accept(choice)}
        >
          <span className="ambit-choice">{choice.label}</span>
          {choice.description && <span className="ambit-hint">{choice.description}</span>}
        </button>
      ))}
    </div>
  )
}
