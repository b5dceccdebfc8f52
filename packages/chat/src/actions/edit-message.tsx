import type { ChatInput, ContentPart, UserMessage } from '@ambit/core'
import { useAgent } from '@ambit/react'
import {
  useEffect,
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
import { toFile } from '../composer/use-unsent.ts'
import { useLateModule } from '../late/late-module.ts'
import { lateParts } from '../late/late-parts.ts'
import { quotesIn, spokenText } from '../said.ts'
import { LeftCalls } from './left-calls.tsx'
import { useUndoFirst } from './use-undo-first.ts'
import { englishComposer } from '../strings/composer-strings.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

export interface EditMessageProps {
  readonly message: UserMessage
  /** Called when the user sends the message, and when they give up the edit. */
  readonly onEnd: () => void
}

/**
 * Shows a field in place of a user's message, and its quotes and files, which can be removed.
 * Enter sends the field's text with these as another branch. Says which calls of this version took
 * effect, and offers to undo them.
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
  const [held, setHeld] = useState(() => heldIn(message))
  useLayoutEffect(() => field.current?.focus(), [])

  const leave = (): void => {
    onEnd()
    composer.current?.focus()
  }
  const isEmpty = text.trim() === ''
  const send = (): void => {
    end.follow()
    void chat(toInput(text, held), { replaces: message.id })
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
      <HeldParts {...{ held, setHeld }} />
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

interface HeldPartsProps {
  readonly held: readonly HeldPart[]
  readonly setHeld: (held: readonly HeldPart[]) => void
}

/** Shows the quotes and the files of the message, each with a button that removes it. */
function HeldParts({ held, setHeld }: HeldPartsProps): ReactElement | null {
  const late = useLateModule(lateParts)
  const quotes = held.flatMap(({ part }) => (part.type === 'text' ? [part] : []))
  const files = held.flatMap(({ file }) => file ?? [])
  const isNeeded = quotes.length + files.length > 0
  useEffect(() => {
    if (isNeeded) void lateParts.load()
  }, [isNeeded])
  if (!isNeeded || !late.module) return null
  const keep = (isKept: (part: HeldPart) => boolean): void => setHeld(held.filter(isKept))
  return (
    <>
      {quotes.length > 0 && (
        <late.module.QuoteList
          quotes={quotes}
          remove={(removed) => keep(({ part }) => part !== removed)}
        />
      )}
      {files.length > 0 && (
        <late.module.AttachmentList
          files={files}
          waiting={none}
          refused={none}
          remove={(removed) => keep(({ file }) => file !== removed)}
        />
      )}
    </>
  )
}

const none: readonly never[] = []

/** A quote or a file of the message. A quote, and an address, hold no file. */
interface HeldPart {
  readonly part: ContentPart
  readonly file: File | undefined
}

/** Returns a message with a text and other parts. */
const toInput = (text: string, held: readonly HeldPart[]): ChatInput =>
  held.length > 0 ? [{ type: 'text', text }, ...held.map(({ part }) => part)] : text

function heldIn({ content }: UserMessage): readonly HeldPart[] {
  const media = typeof content === 'string' ? [] : content.filter(({ type }) => type !== 'text')
  return [...quotesIn(content), ...media].map((part) => ({ part, file: toFile(part)[0] }))
}
