import { type KeyboardEvent, type ReactElement, useLayoutEffect } from 'react'
import type { MessageRow } from './message-rows.ts'
import { useWindow } from './use-window.ts'

/** The props of `MessageList`. */
interface MessageListProps {
  readonly rows: readonly MessageRow[]
  readonly chosen: string | undefined
  readonly head: string | null
  readonly onChoose: (id: string) => void
  /** Returns the source of a message, and its text on one line. */
  readonly describe: (row: MessageRow) => { readonly source: string; readonly text: string }
}

const rowPx = 26
const steps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
}

/** Shows the messages of a session as a list of which only what is in view is rendered. */
export function MessageList(props: MessageListProps): ReactElement {
  const { rows, chosen, head, onChoose, describe } = props
  const { ref, from, to, show } = useWindow(rows.length, rowPx)
  const index = rows.findIndex(({ message }) => message.id === chosen)
  const last = rows.length - 1
  useLayoutEffect(() => {
    // The newest messages are at the end.
    show(index < 0 ? last : index)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen, last])

  const hear = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step === undefined || last < 0) return
    event.preventDefault()
    const next = index < 0 ? last : Math.max(0, Math.min(last, index + step))
    onChoose(rows[next]?.message.id ?? '')
  }
  return (
    <div
      ref={ref}
      className="messages"
      role="listbox"
      aria-label="Messages"
      aria-activedescendant={index < 0 ? undefined : `message-${index}`}
      tabIndex={0}
      onKeyDown={hear}
    >
      <div role="presentation" style={{ height: rows.length * rowPx, paddingTop: from * rowPx }}>
        {rows.slice(from, to).map((row, at) => {
          const { message, branch, depth, isOnPath } = row
          const { source, text } = describe(row)
          const notes = [
            ...(branch ? [`branch ${branch.nth} of ${branch.of}`] : []),
            ...(message.id === head ? ['open here'] : []),
          ]
          return (
            <div
              key={message.id}
              id={`message-${from + at}`}
              role="option"
              aria-selected={message.id === chosen}
              aria-posinset={from + at + 1}
              aria-setsize={rows.length}
              className={isOnPath ? 'row' : 'row off-path'}
              style={{ paddingLeft: 8 + Math.min(depth, 6) * 14 }}
              onClick={() => onChoose(message.id)}
            >
              <b>{source}</b>
              {message.taint && <i className="taint">tainted</i>}
              <span>{text}</span>
              {notes.length > 0 && <small>{notes.join(', ')}</small>}
            </div>
          )
        })}
      </div>
    </div>
  )
}
