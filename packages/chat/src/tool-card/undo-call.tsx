import { useUndo } from '@ambit/react'
import { type ReactElement, useRef } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'

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
  const { strings } = useChat()
  const { call, canUndo, undo } = useUndo(callId)
  const box = useRef<HTMLDivElement>(null)
  if (!call) return null
  const undoByHand = (): void => {
    // The button disappears with the click; the focus stays in its place.
    box.current?.focus({ preventScroll: true })
    void undo()
  }
  const failure =
    call.status === 'failed' &&
    strings.undoFailed(cleanText(call.error?.message ?? strings.unknownError))
  const words: Partial<Record<typeof call.status, string>> = {
    undoing: strings.undoing,
    undone: strings.undone,
  }
  return (
    <div className="ambit-undo" data-status={call.status} ref={box} tabIndex={-1}>
      {failure && <p dir="auto">{failure}</p>}
      {isAlone && words[call.status] && <p>{words[call.status]}</p>}
      {canUndo && call.status !== 'undoing' && (
        <button type="button" className="ambit-undo-button" onClick={undoByHand}>
          {strings.undo}
        </button>
      )}
    </div>
  )
}
