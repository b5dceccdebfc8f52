import { useCall } from '@ambit/react'
import { type ReactElement, useRef } from 'react'
import { cleanText } from '../markdown/text-intake.ts'
import { englishCalls } from '../strings/call-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { englishProblems } from '../transcript/problem-strings.ts'

interface UndoCallProps {
  readonly callId: string
  /** True if no card beside it tells the state of the undo. */
  readonly isAlone?: boolean | undefined
}

/**
 * Shows a button that undoes one call that has ended, and why that failed. Renders nothing if there
 * is nothing to undo.
 */
export function UndoCall({ callId, isAlone = false }: UndoCallProps): ReactElement | null {
  const strings = useWords('calls', englishCalls)
  const { unknownError } = useWords('problems', englishProblems)
  const { undo, canUndo, undoNow } = useCall(callId) ?? {}
  const box = useRef<HTMLDivElement>(null)
  if (!undo) return null
  const undoByHand = (): void => {
    // The button disappears with the click; the focus stays in its place.
    box.current?.focus({ preventScroll: true })
    void undoNow?.()
  }
  const failure =
    undo.status === 'failed' && strings.undoFailed(cleanText(undo.error?.message ?? unknownError))
  const words: Partial<Record<typeof undo.status, string>> = {
    undoing: strings.undoing,
    undone: strings.undone,
  }
  return (
    <div className="ambit-undo" data-status={undo.status} ref={box} tabIndex={-1}>
      {failure && <p dir="auto">{failure}</p>}
      {isAlone && words[undo.status] && <p>{words[undo.status]}</p>}
      {canUndo && undo.status !== 'undoing' && (
        <button type="button" className="ambit-small-button" onClick={undoByHand}>
          {strings.undo}
        </button>
      )}
    </div>
  )
}
