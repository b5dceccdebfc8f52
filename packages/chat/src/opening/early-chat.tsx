import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { useShell } from '../chat-context.ts'
import { GrowingField } from '../composer/growing-field.tsx'
import { isComposing } from '../composer/is-composing.ts'
import { type Draft, draftsOf, notSent, useDraft, usePreload } from '../composer/draft.ts'
import { ShellIcon } from '../shell-icon.tsx'
import { LateNotice } from '../late/late-notice.tsx'
import { englishField, englishShell } from '../strings/shell-strings.ts'
import { useWords } from '../strings/use-words.ts'

export interface EarlyChatProps {
  /** The ref that holds the early field while the field is in the page. */
  readonly earlyField: RefObject<HTMLTextAreaElement | null>
  readonly hasFailed: boolean
  readonly isLoading: boolean
  /** True once all of the panel but the composer is there. */
  readonly isPanelThere: boolean
  readonly load: () => Promise<void>
  readonly onComposing: (isComposing: boolean) => void
}

const whole = (draft: Draft): Draft => draft

/**
 * Shows a plain field in place of the composer while the panel is fetched. The messages that the
 * user sends wait as a part of the draft. If the panel cannot be fetched, the field has their
 * text again.
 */
export function EarlyChat(props: EarlyChatProps): ReactElement {
  const { earlyField, hasFailed, isLoading, isPanelThere, load, onComposing } = props
  const { agent, field } = useShell()
  const { loading } = useWords('chat', englishShell)
  const strings = useWords('composer', englishField)
  const own = useRef<HTMLTextAreaElement>(null)
  const drafts = draftsOf(agent)
  const draft = useDraft(agent, whole)
  const { text, early } = draft
  const [shareField] = useState(() => (element: HTMLTextAreaElement | null): void => {
    // The shared ref may already hold the composer's field, and keeps it.
    if (field.current === own.current) field.current = element
    own.current = earlyField.current = element
  })
  const isEmpty = text.trim() === ''
  usePreload(agent)

  const hasGivenUp = hasFailed && !isLoading
  useEffect(() => {
    if (hasGivenUp && early[0]) drafts.change(notSent(draft))
  })
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    own.current?.focus()
    // A command must be chosen from a list, and the list is not there yet.
    if (isEmpty || text.trimStart().startsWith('/')) return
    drafts.change({ text: '', early: [...early, text] })
    void load()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey && !isComposing(event)) submit(event)
  }
  return (
    <>
      {!isPanelThere && (
        <div className="ambit-early">
          <ul className="ambit-queue" aria-label={strings.queued}>
            {early.map((waiting, index) => (
              <li key={index} className="ambit-user" data-queued="">
                <div className="ambit-bubble" dir="auto">
                  {waiting}
                </div>
              </li>
            ))}
          </ul>
          {hasFailed ? (
            <LateNotice {...{ hasFailed, isLoading }} onRetry={() => void load()} />
          ) : (
            <p className="ambit-loading" role="status">
              {loading}
            </p>
          )}
        </div>
      )}
      <form className="ambit-composer" data-empty={isEmpty ? '' : undefined} onSubmit={submit}>
        <div className="ambit-compose-row">
          <GrowingField
            field={shareField}
            aria-label={strings.message}
            placeholder={strings.placeholder}
            enterKeyHint="send"
            value={text}
            onChange={(event) => drafts.change({ text: event.target.value })}
            onKeyDown={onKeyDown}
            onCompositionStart={() => onComposing(true)}
            onCompositionEnd={() => onComposing(false)}
          />
          <button
            type="submit"
            className="ambit-send"
            aria-label={strings.send}
            aria-disabled={isEmpty}
          >
            <ShellIcon name="send" />
          </button>
        </div>
      </form>
    </>
  )
}
