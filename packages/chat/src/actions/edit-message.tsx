import type { UserMessage } from '@ambit/core'
import { useAgent } from '@ambit/react'
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
} from 'react'
import { useChat } from '../chat-context.ts'
import { GrowingField } from '../composer/growing-field.tsx'
import { isComposing } from '../composer/is-composing.ts'
import { spokenText } from '../spoken-text.ts'
import { LeftCalls } from './left-calls.tsx'
import { useUndoFirst } from './use-undo-first.ts'
import { englishComposer } from '../strings/composer-strings.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

export interface EditMessageProps {
  readonly message: UserMessage
  /** Called when the person sends the message, and when they give up the edit. */
  readonly onEnd: () => void
}

/**
 * Shows a field in place of a person's message. Enter sends the field's text, with the original
 * files, as another branch. Says which calls of this version took effect, and offers to undo them.
 */
export function EditMessage({ message, onEnd }: EditMessageProps): ReactElement {
  const { end, field: composer } = useChat()
  const strings = useWords('messages', englishMessages)
  const words = useWords('composer', englishComposer)
  const { chat } = useAgent()
  const [text, setText] = useState(spokenText(message))
  const field = useRef<HTMLTextAreaElement>(null)
  const leftId = useId()
  const { onUndo, afterUndo, isWaiting } = useUndoFirst(field)
  useLayoutEffect(() => field.current?.focus(), [])

  const leave = (): void => {
    onEnd()
    composer.current?.focus()
  }
  const isEmpty = text.trim() === ''
  const send = (): void => {
    const { content } = message
    const files = typeof content === 'string' ? [] : content.filter(({ type }) => type !== 'text')
    end.jump()
    void chat(files.length ? [{ type: 'text', text }, ...files] : text, { replaces: message.id })
    leave()
  }
  const sendIfText = (): void => {
    if (!isEmpty) afterUndo(send)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    if (event.key === 'Escape') leave()
    else if (event.key === 'Enter' && !event.shiftKey) sendIfText()
    else return
    event.preventDefault()
  }
  return (
    <div className="ambit-edit">
      <GrowingField
        field={field}
        aria-label={strings.edit}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        aria-describedby={leftId}
      />
      <LeftCalls messageId={message.id} id={leftId} onUndo={onUndo} />
      <div className="ambit-edit-buttons">
        <button type="button" className="ambit-button" onClick={leave}>
          {strings.giveUp}
        </button>
        <button
          type="button"
          className="ambit-button"
          data-primary=""
          aria-disabled={isEmpty || isWaiting}
          onClick={sendIfText}
        >
          {words.send}
        </button>
      </div>
    </div>
  )
}
