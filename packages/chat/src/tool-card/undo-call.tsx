import { useUndo } from '@ambit/react'
import { type ReactElement, useRef } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'

/**
 * Shows a button that undoes one call that has ended, and the state of the undo. Renders nothing if
 * there is nothing to undo.
 */
export function UndoCall({ callId }: { readonly callId: string }): ReactElement | null {
  const { strings } = useChat()
  const { call, canUndo, undo } = useUndo(callId)
  const box = useRef<HTMLDivElement>(null)
  if (!call) return null
  const undoByHand = (): void => {
    // The button disappears with the click; the focus stays in its place.
    box.current?.focus({ preventScroll: true })
    void undo()
  }
  const words = {
    possible: undefined,
    undoing: strings.undoing,
    undone: strings.undone,
    failed: strings.undoFailed(cleanText(call.error?.message ?? strings.unknownError)),
  }
  return (
    <div className="ambit-undo" data-status={call.status} ref={box} tabIndex={-1}>
      {words[call.status] && <p dir="auto">{words[call.status]}</p>}
      {canUndo && call.status !== 'undoing' && (
        <button type="button" className="ambit-undo-button" onClick={undoByHand}>
          {strings.undo}
        </button>
      )}
    </div>
  )
}
