import type { EventOf } from '@ambit/core'
import type { ReactElement } from 'react'
import { toShownJson } from '../redact-shown.ts'
import type { TabName, TabProps } from '../tab.ts'
import type { TimelineRow } from './timeline.ts'

/** A place in another tab that a row belongs to. */
export interface RowTarget {
  readonly tab: TabName
  readonly title: string
  readonly id: string
}

/** Returns the place in another tab that a row belongs to. Undefined if there is none. */
export function toTarget({ kind, id, events: [first] }: TimelineRow): RowTarget | undefined {
  if (kind === 'request') return { tab: 'requests', title: 'Show the request', id }
  if (!first || !/approval/.test(first.type)) return undefined
  const { callId } = first as EventOf<'agent:approval_requested'>
  return { tab: 'approvals', title: 'Show the approval', id: callId }
}

/** Renders the events of a row as JSON, and the way to its place in another tab. */
export function RowDetail({
  row,
  watched: { agent },
  go,
}: Pick<TabProps, 'watched' | 'go'> & { readonly row: TimelineRow }): ReactElement {
  const target = toTarget(row)
  return (
    <>
      {target && (
        <button type="button" onClick={() => go(target.tab, target.id)}>
          {target.title}
        </button>
      )}
      {row.events.map((event) => (
        <section key={event.seq} aria-label={event.type}>
          <strong>{event.type}</strong>
          <pre>{toShownJson(event, agent)}</pre>
        </section>
      ))}
    </>
  )
}
