import { findWords, type SessionInfo } from '@ambit/core/storage'
import {
  Fragment,
  type KeyboardEvent,
  type ReactElement,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ActionButton } from '../actions/action-button.tsx'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import type { SessionStrings } from './session-strings.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { isEscape } from '../composer/is-composing.ts'

const TITLE_CHARS = 120

export interface SessionRowProps {
  readonly session: SessionInfo
  readonly strings: SessionStrings
  /** A time of today, in milliseconds since the Unix epoch. */
  readonly now: number
  /** True if this session is the open one. */
  readonly isOpen: boolean
  /** True if its run was stopped by opening another session. */
  readonly isLeft: boolean
  /** The words to mark, with which the session was found; empty without a search. */
  readonly query: string
  readonly onOpen: () => void
  readonly onRename: (title: string) => void
  readonly onDelete: () => void
}

/**
 * Shows one stored session. A press opens the session. The session can be renamed in its place, or
 * deleted with a second press.
 */
export function SessionRow(props: SessionRowProps): ReactElement {
  const { session, strings, now, isOpen, isLeft, query, onOpen, onRename, onDelete } = props
  const { field } = useChat()
  const { stopped } = useWords('chat', englishFrame)
  const { giveUp } = useWords('messages', englishMessages)
  const [mode, setMode] = useState<'plain' | 'rename' | 'delete'>('plain')
  const row = useRef<HTMLLIElement>(null)
  const wasPlain = useRef(true)
  // The pressed button disappears with the mode; the focus stays in the row.
  useLayoutEffect(() => {
    const isPlain = mode === 'plain'
    if (isPlain !== wasPlain.current)
      row.current?.querySelector<HTMLElement>('input, button')?.focus()
    wasPlain.current = isPlain
  }, [mode])
  const title = cleanText(session.title ?? strings.untitled).slice(0, TITLE_CHARS)
  const leave = (): void => setMode('plain')
  const leaveOnEscape = (event: KeyboardEvent): void => {
    if (!isEscape(event)) return
    event.preventDefault()
    leave()
  }

  return (
    <li ref={row} className="ambit-session" data-open={isOpen ? '' : undefined}>
      {mode === 'plain' && (
        <>
          <button
            type="button"
            className="ambit-session-open"
            aria-current={isOpen || undefined}
            onClick={onOpen}
          >
            <span dir="auto">
              <MarkedText text={title} query={query} />
            </span>
            {session.match && (
              <span className="ambit-session-match" dir="auto">
                <MarkedText text={cleanText(session.match.text)} query={query} />
              </span>
            )}
            <time className="ambit-hint" dateTime={new Date(session.updatedAt).toISOString()}>
              {strings.used(session.updatedAt, now)}
            </time>
            {isLeft && <span className="ambit-session-stopped">{stopped}</span>}
          </button>
          <ActionButton
            name="edit"
            label={strings.rename(title)}
            onClick={() => setMode('rename')}
          />
          <ActionButton
            name="delete"
            label={strings.delete(title)}
            onClick={() => setMode('delete')}
          />
        </>
      )}
      {mode === 'rename' && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const given = new FormData(event.currentTarget).get('title')
            if (typeof given === 'string' && given.trim() !== '') onRename(given.trim())
            leave()
          }}
        >
          <input
            type="text"
            name="title"
            dir="auto"
            aria-label={strings.title}
            defaultValue={title}
            maxLength={TITLE_CHARS}
            onKeyDown={leaveOnEscape}
          />
          <button type="submit" className="ambit-button">
            {strings.keep}
          </button>
        </form>
      )}
      {mode === 'delete' && (
        <div role="group" aria-label={strings.askDelete}>
          <p>{strings.askDelete}</p>
          <button type="button" className="ambit-button" onClick={leave} onKeyDown={leaveOnEscape}>
            {giveUp}
          </button>
          <button
            type="button"
            className="ambit-button"
            data-danger=""
            onClick={() => {
              field.current?.focus()
              onDelete()
            }}
          >
            {strings.deleteForGood}
          </button>
        </div>
      )}
    </li>
  )
}

interface MarkedTextProps {
  readonly text: string
  /** The words to mark; none if it is empty. */
  readonly query: string
}

/** Renders a text in which the words of a query are marked. */
function MarkedText({ text, query }: MarkedTextProps): ReactElement {
  const found = findWords(text, query)
  return (
    <>
      {found.map(([start, end], nth) => (
        <Fragment key={start}>
          {text.slice(found[nth - 1]?.[1] ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(found.at(-1)?.[1] ?? 0)}
    </>
  )
}
