import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactElement } from 'react'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { LeftCalls } from './left-calls.tsx'
import { useUndoFirst } from './use-undo-first.ts'
import { isEscape } from '../composer/is-composing.ts'

export interface AnswerAgainProps {
  /** The id of the answer. */
  readonly id: string
  readonly onAgain: () => void
  readonly onGiveUp: () => void
}

/** Asks the user whether an answer is to be written again, though its calls took effect. */
export function AnswerAgain({ id, onAgain, onGiveUp }: AnswerAgainProps): ReactElement {
  const strings = useWords('messages', englishMessages)
  const again = useRef<HTMLButtonElement>(null)
  const textId = useId()
  const { onUndo, afterUndo, isWaiting } = useUndoFirst(again)
  useLayoutEffect(() => again.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isEscape(event)) return
    event.preventDefault()
    onGiveUp()
  }
  return (
    <div className="ambit-edit" role="group" aria-label={strings.regenerate}>
      <LeftCalls messageId={id} id={textId} onUndo={onUndo} />
      <div className="ambit-edit-buttons">
        <button type="button" className="ambit-button" onClick={onGiveUp} onKeyDown={onKeyDown}>
          {strings.giveUp}
        </button>
        <button
          type="button"
          ref={again}
          className="ambit-button"
          data-primary=""
          aria-describedby={textId}
          aria-disabled={isWaiting}
          onClick={() => afterUndo(onAgain)}
          onKeyDown={onKeyDown}
        >
          {strings.regenerate}
        </button>
      </div>
    </div>
  )
}
