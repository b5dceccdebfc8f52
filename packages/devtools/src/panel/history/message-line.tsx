import type { ReactElement } from 'react'
import type { MessageRow } from './message-rows.ts'

interface MessageLineProps {
  readonly row: MessageRow
  readonly source: string
  readonly text: string
  /** True if the conversation is open at this message. */
  readonly isHead: boolean
}

/** Renders a message as a row of a list. */
export function MessageLine({ row, source, text, isHead }: MessageLineProps): ReactElement {
  const { message, branch, depth, isOnPath } = row
  const notes = [
    ...(branch ? [`branch ${branch.nth} of ${branch.of}`] : []),
    ...(isHead ? ['open here'] : []),
  ]
  return (
    <>
      <b
        className={isOnPath ? '' : 'muted'}
        style={{ paddingInlineStart: Math.min(depth, 6) * 14 }}
      >
        {source}
      </b>
      {message.taint && <span className="warn">tainted</span>}
      <span className={isOnPath ? 'fill' : 'fill muted'}>{text}</span>
      {notes.length > 0 && <small>{notes.join(', ')}</small>}
    </>
  )
}
