'use client'
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { cleanText } from '../markdown/text-intake.ts'
import { type PartProps, renderPart } from '../part.ts'
import { messageOf } from '../transcript/message-of.ts'
import { groupByTime } from './group-by-time.ts'
import { useLeftRuns } from './left-runs.ts'
import { sessionListOf, type SessionListState as ListState } from './session-list-store.ts'
import { SessionRow } from './session-row.tsx'
import { englishSessions, type SessionStrings } from './session-strings.ts'
import { englishProblems } from '../transcript/problem-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { isComposing, isEscape } from '../composer/is-composing.ts'
import { startOfDay } from './start-of-day.ts'

/** The state of `Chat.Sessions`. `loading` is true until the list was read. */
export type SessionListState = { readonly empty: boolean; readonly loading: boolean }

/** The props of `Chat.Sessions`. */
export type SessionListProps = PartProps<SessionListState, 'section'>

/**
 * Lists the stored sessions by day and month, the one used last first, 30 at a time. The user can
 * open, rename or delete a session, or begin a new one. From 8 sessions on, the user can search
 * their titles and texts. The arrow keys, Home and End move inside the list. Needs an agent with a
 * `storage`.
 */
export function SessionList(props: SessionListProps): ReactElement {
  const chat = useChat()
  const { agent, announce } = chat
  const store = sessionListOf(agent)
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState)
  const { sessions, hasOlder, query, isLong, isReading, error } = state
  const strings = useWords('session', englishSessions)
  const { unknownError } = useWords('problems', englishProblems)
  const loading = sessions === undefined && error === undefined
  const empty = sessions?.length === 0
  const today = useToday()
  const left = useLeftRuns(agent)
  const groups = groupByTime(sessions ?? [], today, strings)
  const list = useRef<HTMLDivElement>(null)
  const spoken = spokenOutcome(state, strings)
  useEffect(() => {
    if (spoken !== undefined) announce(spoken)
  }, [announce, spoken])
  // The best results are at the top.
  const asked = useRef(query)
  useLayoutEffect(() => {
    if (asked.current !== query) list.current?.closest('.ambit-sessions')?.scrollTo(0, 0)
    asked.current = query
  }, [query])
  // The focus goes on with the first of the older sessions. The button may disappear.
  const shown = useRef(0)
  useLayoutEffect(() => {
    if (shown.current === 0 || isReading) return
    opensIn(list.current)[shown.current]?.focus()
    shown.current = 0
  }, [isReading])

  const show = (act: Parameters<typeof store.change>[0]): void => {
    chat.setView('conversation')
    chat.field.current?.focus()
    void store.change(act)
  }
  const showOlder = (): void => {
    if (isReading) return
    shown.current = sessions?.length ?? 0
    void store.showOlder()
  }
  return renderPart(
    'section',
    'sessions',
    props,
    { empty, loading },
    {
      'aria-label': strings.sessions,
      'aria-busy': loading || isReading,
      tabIndex: -1,
      children: (
        <>
          <div className="ambit-sessions-head">
            <h3>{strings.sessions}</h3>
            <button
              type="button"
              className="ambit-button"
              onClick={() => show((all) => all.create())}
            >
              <Icon name="new" />
              {strings.create}
            </button>
          </div>
          {error !== undefined && (
            <p className="ambit-warning" role="alert">
              {strings.notRead(cleanText(messageOf(error) ?? unknownError))}
            </p>
          )}
          {/* The keys go on from what has the focus, as in a menu. */}
          <div role="presentation" ref={list} onKeyDown={moveFocus}>
            {isLong && (
              <SessionSearch label={strings.search} onSearch={(text) => store.search(text)} />
            )}
            {empty && (
              <p className="ambit-hint">
                {query === '' ? strings.none : strings.noneFound(cleanText(query))}
              </p>
            )}
            {groups.map((group) => (
              <SessionGroup key={group.name} name={group.name}>
                {group.sessions.map((session) => (
                  <SessionRow
                    key={session.id}
                    session={session}
                    strings={strings}
                    now={today}
                    isLeft={left.has(session.id)}
                    isOpen={session.id === agent.sessions.current}
                    query={query}
                    onOpen={() => show((all) => all.open(session.id))}
                    onRename={(title) => void store.change((all) => all.rename(session.id, title))}
                    onDelete={() => void store.change((all) => all.delete(session.id))}
                  />
                ))}
              </SessionGroup>
            ))}
          </div>
          {hasOlder && (
            <button
              type="button"
              className="ambit-button"
              aria-disabled={isReading || undefined}
              onClick={showOlder}
            >
              {strings.older}
            </button>
          )}
        </>
      ),
    },
  )
}

/** Returns the outcome of a search, to be spoken; undefined without a search. */
function spokenOutcome(
  { sessions, hasOlder, query, isReading }: ListState,
  { found, noneFound }: SessionStrings,
): string | undefined {
  if (query === '' || isReading || !sessions) return undefined
  return sessions.length === 0 ? noneFound(query) : found(sessions.length, hasOlder)
}

/** Returns the buttons that open a session, in order. */
const opensIn = (list: HTMLElement | null): HTMLElement[] =>
  list ? [...list.querySelectorAll<HTMLElement>('.ambit-session-open')] : []

/** Moves the focus between the field of the search and the sessions. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event
  const isField = target instanceof HTMLInputElement && target.type === 'search'
  const opens = opensIn(currentTarget)
  const at = opens.indexOf(target as HTMLElement)
  if (!isField && at < 0) return
  const field = currentTarget.querySelector<HTMLElement>('[type="search"]')
  const stops = field ? [field, ...opens] : opens
  const from = stops.indexOf(target as HTMLElement)
  const next = {
    ArrowDown: stops[(from + 1) % stops.length],
    ArrowUp: stops.at(from - 1),
    // In the field these keys move inside the text.
    Home: isField ? undefined : opens[0],
    End: isField ? undefined : opens.at(-1),
  }[key]
  if (!next || isComposing(event)) return
  event.preventDefault()
  next.focus()
}

/** Shows sessions below the heading of their group. */
function SessionGroup(props: {
  readonly name: string
  readonly children: ReactNode
}): ReactElement {
  const { name, children } = props
  const id = useId()
  return (
    <>
      <h4 id={id}>{name}</h4>
      <ul aria-labelledby={id}>{children}</ul>
    </>
  )
}

/**
 * Returns the first millisecond of today. Renders again after midnight, and when the user comes
 * back to the page on another day.
 */
function useToday(): number {
  const today = useSyncExternalStore(onReturn, readToday, readToday)
  useEffect(() => {
    const timer = setTimeout(announce, Math.max(0, startOfDay(today, -1) - Date.now()))
    return () => clearTimeout(timer)
  }, [today])
  return today
}

const listeners = new Set<() => void>()

const announce = (): void => {
  for (const listener of listeners) listener()
}

const readToday = (): number => startOfDay(Date.now(), 0)

function onReturn(listener: () => void): () => void {
  listeners.add(listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    listeners.delete(listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

interface SessionSearchProps {
  readonly label: string
  readonly onSearch: (query: string) => void
}

/** Shows the field that searches the list of sessions. Escape clears the field. */
function SessionSearch({ label, onSearch }: SessionSearchProps): ReactElement {
  const [text, setText] = useState('')
  const search = (given: string): void => {
    setText(given)
    onSearch(given.trim())
  }
  const clear = (event: KeyboardEvent): void => {
    if (!isEscape(event) || text === '') return
    event.preventDefault()
    search('')
  }
  return (
    <input
      type="search"
      className="ambit-session-search"
      dir="auto"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => search(event.target.value)}
      onKeyDown={clear}
    />
  )
}
