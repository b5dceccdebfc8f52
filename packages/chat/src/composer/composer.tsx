'use client'
import type { ChatOptions } from '@ambit/core'
import { useAgent } from '@ambit/react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactElement,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useChat } from '../chat-context.ts'
import { checkProps } from '../dev/check-props.ts'
import { Icon } from '../icon.tsx'
import { useLateModule } from '../late/late-module.ts'
import { LateNotice } from '../late/late-notice.tsx'
import { lateParts } from '../late/late-parts.ts'
import { type PartProps, renderPart } from '../part.ts'
import type { TextPart } from '../said.ts'
import { useSend } from '../use-send.ts'
import {
  AttachButton,
  type Attachments,
  toPart,
  useAttachments,
} from './attachments/use-attachments.tsx'
import type { AttachmentRules } from './attachments/attachment-rules.ts'
import {
  type ChatCommand,
  type ChatMention,
  CompletionList,
  useCompletion,
} from './completion/completion.tsx'
import { draftsOf, useDraft, usePreload } from './draft.ts'
import { GrowingField } from './growing-field.tsx'
import { isComposing } from './is-composing.ts'
import { useUnsent } from './use-unsent.ts'
import { useMessageText } from './use-message-text.ts'
import { englishComposer } from '../strings/composer-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The state of `Chat.Composer`. */
export type ComposerState = { readonly empty: boolean; readonly busy: boolean }

/** What the text field can do beside writing. */
export interface ComposerOptions {
  /**
   * Rules for files that the user picks, pastes or drops, or `true` for the default rules.
   * Default false: no files.
   */
  readonly attachments?: AttachmentRules | boolean | undefined
  /** The commands that a user can write with `/` at the start of a message. Default: none. */
  readonly commands?: readonly ChatCommand[] | undefined
  /**
   * Mentions with `@`, beside the labelled scopes that are on and the mentions of `useComposer`.
   * Default: none.
   */
  readonly mentions?: readonly ChatMention[] | undefined
  /**
   * True for a button that listens, if the browser can. The browser may send the speech to its
   * maker. Default false.
   */
  readonly dictation?: boolean | undefined
}

/** The props of `Chat.Composer`. */
export interface ComposerProps extends ComposerOptions, PartProps<ComposerState, 'form'> {}

/**
 * Renders the text field with its buttons. Enter sends and Shift+Enter starts a line, unless an
 * input method uses the key. The field grows with its text. The arrow keys bring back earlier
 * messages. An unsent text is kept when the field unmounts. A message that waited for its turn when
 * the page was left is back in the field. It is not sent by itself. It stays stored until the
 * user sends what is in the field, or empties it.
 *
 * A message that is sent while the agent works waits for its turn. With Control+Enter or
 * Command+Enter, the agent reads the message before its next step. Stop brings what waits for its
 * turn back into the field. Files can be dropped anywhere in the chat.
 */
export function Composer(props: ComposerProps): ReactElement {
  checkProps('Chat.Composer', props)
  const { commands = none, mentions = none, dictation = false } = props
  const { agent, field, drop: dropRef, prepare } = useChat()
  const strings = useWords('composer', englishComposer)
  const { status, cancel } = useAgent()
  const send = useSend()
  const { first, token, write, noteCaret, recall } = useMessageText(field)
  const completion = useCompletion(token, { commands, mentions }, write)
  const attachments = useAttachments(props.attachments ?? false)
  const addFiles = attachments?.add
  useEffect(() => {
    dropRef.current = addFiles
    return () => void (dropRef.current = undefined)
  }, [dropRef, addFiles])
  const settle = useUnsent(attachments)
  usePreload(agent)
  const files = attachments?.files ?? []
  const quotes = useDraft(agent, (draft) => draft.quotes)
  const busy = status !== 'idle'
  const isBlank = useDraft(agent, ({ text }) => text.trim() === '')
  const empty = isBlank && files.length === 0
  const hasFiles = files.length > 0 || (attachments?.refused.length ?? 0) > 0
  const needsExtras = dictation || hasFiles || quotes.length > 0
  const late = useLateModule(lateParts)
  useEffect(() => {
    if (needsExtras) void lateParts.load()
  }, [needsExtras])

  const [isDue, setDue] = useState(false)
  const post = (options?: ChatOptions): void => {
    const draft = draftsOf(agent).get()
    const { text, quotes } = draft
    // Files of a time when they were allowed are not in view, and not sent.
    const files = attachments ? draft.files : []
    const said = text.trim() === '' ? [] : [{ type: 'text' as const, text }]
    const parts = files.map((file) => toPart(file, attachments?.rules ?? {}))
    if (said.length + parts.length === 0) return
    const added = [...parts, ...quotes]
    send(added.length ? [...said, ...added] : text, options)
    write('', 0)
    setQuotes([])
    attachments?.clear()
    settle()
  }
  /** Sends the message once its files are ready, unless one of them is refused. */
  const postWhenReady = async (given: Attachments, options?: ChatOptions): Promise<void> => {
    const { current } = agent.sessions
    setDue(true)
    await given.ready().finally(() => setDue(false))
    const isSame = agent.sessions.current === current
    if (isSame && draftsOf(agent).get().refused === given.refused) post(options)
  }
  const submit = (event: SyntheticEvent, options?: ChatOptions): void => {
    event.preventDefault()
    field.current?.focus()
    if (empty || isDue) return
    if (attachments && attachments.waiting.length > 0) void postWhenReady(attachments, options)
    else post(options)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event) || completion.onKeyDown(event) || recall(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    submit(event, event.ctrlKey || event.metaKey ? steered : undefined)
  }
  const onPaste = (event: ClipboardEvent): void => {
    const { clipboardData: given } = event
    if (!attachments || given.files.length === 0) return
    // A table or a text of an office program has a picture of itself. The browser pastes the text.
    if (given.getData('text/plain') === '') event.preventDefault()
    attachments.add(given.files)
  }
  const setQuotes = (quotes: readonly TextPart[]): void => draftsOf(agent).show({ quotes })
  const remove = (file: File): void => {
    attachments?.remove(file)
    if (draftsOf(agent).get().text === '' && files.length === 1) settle()
  }
  const stop = (): void => {
    cancel()
    field.current?.focus()
  }

  const { choices, listId, active } = completion
  const isOpen = choices.length > 0
  return renderPart(
    'form',
    'composer',
    props,
    { empty, busy },
    {
      onSubmit: submit,
      children: (
        <>
          {isOpen && <CompletionList {...completion} />}
          {needsExtras && <LateNotice {...late} onRetry={() => void lateParts.load()} />}
          {quotes.length > 0 && late.module && (
            <late.module.QuoteList
              quotes={quotes}
              remove={(quote) => {
                setQuotes(quotes.filter((other) => other !== quote))
                field.current?.focus()
              }}
            />
          )}
          {attachments && hasFiles && late.module && (
            <late.module.AttachmentList {...attachments} remove={remove} />
          )}
          <div className="ambit-compose-row">
            {attachments && <AttachButton {...attachments} />}
            <GrowingField
              field={field}
              aria-label={strings.message}
              placeholder={strings.placeholder}
              enterKeyHint="send"
              aria-controls={isOpen ? listId : undefined}
              aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
              value={first}
              onChange={(event) => {
                write(event.target.value)
                if (event.target.value === '' && files.length === 0) settle()
              }}
              onFocus={prepare}
              onSelect={noteCaret}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
            />
            {dictation && late.module && (
              <late.module.DictateButton
                read={() => draftsOf(agent).get().text}
                onText={(said) => write(said, said.length)}
              />
            )}
            {busy && !empty && (
              <button
                type="button"
                className="ambit-icon-button"
                aria-label={strings.steer}
                title={strings.steer}
                onClick={(event) => submit(event, steered)}
              >
                <Icon name="steer" />
              </button>
            )}
            {busy && <StopButton onStop={stop} />}
            <button
              type="submit"
              className="ambit-send"
              aria-label={busy ? strings.queue : strings.send}
              aria-disabled={empty || isDue}
            >
              <Icon name="send" />
            </button>
          </div>
        </>
      ),
    },
  )
}

const none: readonly never[] = []
const steered: ChatOptions = { onBusy: 'steer' }

/**
 * Renders the button that stops the agent. A run that ends while the button has the focus moves the
 * focus to the text field.
 */
function StopButton({ onStop }: { readonly onStop: () => void }): ReactElement {
  const { field } = useChat()
  const strings = useWords('composer', englishComposer)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const [element, next] = [button.current, field.current]
    return () => {
      if (element?.matches(':focus')) next?.focus()
    }
  }, [field])
  return (
    <button
      type="button"
      ref={button}
      className="ambit-stop"
      aria-label={strings.stop}
      onClick={onStop}
    >
      <Icon name="stop" />
    </button>
  )
}
