import { useAgent } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { nameOfCall } from '../tool-card/tool-title.ts'

export interface LeftCallsProps {
  /** The id of the message from which another version goes on. */
  readonly messageId: string
  /** The id of the text, for `aria-describedby`. */
  readonly id: string
  /**
   * Called when the user undoes the calls, because the button then goes. The promise resolves
   * once each undo has ended.
   */
  readonly onUndo: (undone: Promise<void>) => void
}

/**
 * Says which calls another version of a message leaves in effect, and offers to undo them first, if
 * any can be undone. Renders nothing if there is no such call.
 */
export function LeftCalls({ messageId, id, onUndo }: LeftCallsProps): ReactElement | null {
  const { agent } = useChat()
  const strings = useWords('messages', englishMessages)
  const left = useAgent(() => agent.calls.leftBy(messageId))
  const possible = useAgent(() => left.filter(({ callId }) => agent.calls.canUndo(callId)))
  if (left.length === 0) return null
  const names = new Set(left.map(({ callId, tool }) => nameOfCall(agent, callId) ?? tool))
  const undo = async (): Promise<void> => {
    for (const { callId } of possible.toReversed()) {
      // The card of a call says why it could not be undone.
      await agent.undo(callId).result.catch(() => undefined)
    }
  }
  return (
    <div className="ambit-left-calls">
      <p id={id} dir="auto">
        {strings.leftCalls([...names].join(', '))}
      </p>
      {possible.length > 0 && (
        <button type="button" className="ambit-button" onClick={() => onUndo(undo())}>
          {strings.undoFirst}
        </button>
      )}
    </div>
  )
}
