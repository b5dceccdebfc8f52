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
 * Shows a field in place of a person's message, and its files, which can be removed. Enter sends
 * the field's text with these files as another branch. Says which calls of this version took
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
  const [files, setFiles] = useState(() => filesOf(message))
  useLayoutEffect(() => field.current?.focus(), [])

  const leave = (): void => {
    onEnd()
    composer.current?.focus()
  }
  const isEmpty = text.trim() === ''
  const send = (): void => {
    end.jump()
    void chat(toInput(text, files), { replaces: message.id })
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
      <HeldFiles {...{ files, setFiles }} />
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

/** Shows the files of the message, each with a button that removes it. */
function HeldFiles({
  files,
  setFiles,
}: {
  readonly files: readonly HeldFile[]
  readonly setFiles: (files: readonly HeldFile[]) => void
}): ReactElement | null {
  const late = useLateModule(lateParts)
  const shown = files.flatMap(({ file }) => file ?? [])
  const hasFiles = shown.length > 0
  useEffect(() => {
    if (hasFiles) void lateParts.load()
  }, [hasFiles])
  if (!hasFiles || !late.module) return null
  return (
    <late.module.AttachmentList
      files={shown}
      waiting={none}
      refused={none}
      remove={(removed) => setFiles(files.filter(({ file }) => file !== removed))}
    />
  )
}

const none: readonly never[] = []

/** A part of the message, and the file that it holds. An address has none, and is kept. */
interface HeldFile {
  readonly part: ContentPart
  readonly file: File | undefined
}

/** Returns a message with a text and files. */
const toInput = (text: string, files: readonly HeldFile[]): ChatInput =>
  files.length > 0 ? [{ type: 'text', text }, ...files.map(({ part }) => part)] : text

const filesOf = ({ content }: UserMessage): readonly HeldFile[] =>
  typeof content === 'string'
    ? []
    : content.flatMap((part) => (part.type === 'text' ? [] : [{ part, file: toFile(part)[0] }]))
