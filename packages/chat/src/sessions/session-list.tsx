import { useSyncExternalStore, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { cleanText } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'
import { messageOf } from '../transcript/message-of.ts'
import { sessionListOf } from './session-list-store.ts'
import { SessionRow } from './session-row.tsx'
import { englishSessions } from './session-strings.ts'

/** The state of `SessionList`. `loading` is true until the list was read. */
export type SessionListState = { readonly empty: boolean; readonly loading: boolean }

/** The props of `SessionList`. */
export type SessionListProps = PartProps<SessionListState, 'section'>

/**
 * Lists the stored sessions, the one used last first. The person can open, rename or delete a
 * session, or begin a new one. Needs an agent with a `storage`.
 */
export function SessionList(props: SessionListProps): ReactElement {
  const chat = useChat()
  const { agent } = chat
  const store = sessionListOf(agent)
  const { sessions, error } = useSyncExternalStore(store.subscribe, store.getState, store.getState)
  const strings = { ...englishSessions, ...chat.strings.sessionList }
  const loading = sessions === undefined && error === undefined
  const empty = sessions?.length === 0

  const show = (act: Parameters<typeof store.change>[0]): void => {
    chat.setView('conversation')
    chat.field.current?.focus()
    void store.change(act)
  }
  return renderPart(
    'section',
    'sessions',
    props,
    { empty, loading },
    {
      'aria-label': chat.strings.sessions,
      'aria-busy': loading,
      tabIndex: -1,
      children: (
        <>
          <div className="ambit-sessions-head">
            <h3>{chat.strings.sessions}</h3>
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
              {strings.notRead(cleanText(messageOf(error) ?? chat.strings.unknownError))}
            </p>
          )}
          {empty && <p className="ambit-hint">{strings.none}</p>}
          <ul>
            {sessions?.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                strings={strings}
                isOpen={session.id === agent.sessions.current}
                onOpen={() => show((all) => all.open(session.id))}
                onRename={(title) => void store.change((all) => all.rename(session.id, title))}
                onDelete={() => void store.change((all) => all.delete(session.id))}
              />
            ))}
          </ul>
        </>
      ),
    },
  )
}
