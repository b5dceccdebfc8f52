import { useAgent } from '@ambit/react'
import { useState, type FormEvent, type KeyboardEvent, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { renderPart, type PartProps } from '../part.ts'
import { useSend } from '../use-send.ts'
import { isComposing } from './is-composing.ts'
import { StopButton } from './stop-button.tsx'

/** What `Composer` says about itself. */
export type ComposerState = { readonly empty: boolean; readonly busy: boolean }

export type ComposerProps = PartProps<ComposerState, 'form'>

/**
 * The text field with its buttons. Enter sends and Shift+Enter starts a line, unless an input method uses the key; the field grows with its
 * text. What is sent while the agent works waits for its turn.
 */
export function Composer(props: ComposerProps): ReactElement {
  const { strings, field } = useChat()
  const { status, cancel } = useAgent()
  const send = useSend()
  const [text, setText] = useState('')
  const busy = status !== 'idle'
  const empty = text.trim() === ''

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    field.current?.focus()
    if (empty) return
    setText('')
    send(text)
  }
  const submitOnEnter = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey && !isComposing(event)) submit(event)
  }
  const stop = (): void => {
    cancel()
    field.current?.focus()
  }

  return renderPart(
    'form',
    'composer',
    props,
    { empty, busy },
    {
      onSubmit: submit,
      children: (
        <>
          {/* A hidden copy of the text gives the field its height, in every browser. */}
          <div className="ambit-field" data-copy={`${text}\u200B`}>
            <textarea
              ref={field}
              rows={1}
              dir="auto"
              aria-label={strings.message}
              placeholder={strings.placeholder}
              enterKeyHint="send"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={submitOnEnter}
            />
          </div>
          {busy && <StopButton onStop={stop} />}
          <button
            type="submit"
            className="ambit-send"
            aria-label={busy ? strings.queue : strings.send}
            aria-disabled={empty}
          >
            <Icon name="send" />
          </button>
        </>
      ),
    },
  )
}
