import type { Agent } from '@ambit/core'
import { type ReactElement, useMemo } from 'react'
import type { KeptEvent } from '../../watch/event-log.ts'
import { toNumber } from '../format.ts'
import { toShownJson } from '../redact-shown.ts'
import { shorten } from '../shorten.ts'
import type { TabName, TabProps } from '../tab.ts'
import type { TimelineRow } from './timeline.ts'

/** A place in another tab that a row belongs to. */
export interface RowTarget {
  readonly tab: TabName
  readonly title: string
  readonly id: string
}

/** The most characters of an event that are shown. */
const most = 20_000

/** Returns the place in another tab that a row belongs to. Undefined if there is none. */
export function toTarget({ kind, id, events: [first] }: TimelineRow): RowTarget | undefined {
  if (kind === 'request') return { tab: 'requests', title: 'Show the request', id }
  if (first?.type !== 'agent:pending_added' && first?.type !== 'agent:pending_resolved')
    return undefined
  const asked = 'pending' in first ? first.pending : first
  if (asked.kind !== 'approval') return undefined
  return { tab: 'approvals', title: 'Show the approval', id: first.callId }
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
          <EventText event={event} agent={agent} />
        </section>
      ))}
    </>
  )
}

function EventText({
  event,
  agent,
}: {
  readonly event: KeptEvent
  readonly agent: Agent
}): ReactElement {
  const text = useMemo(() => toShownJson(shorten(event), agent), [event, agent])
  return (
    <>
      <pre>{text.slice(0, most)}</pre>
      {text.length > most && (
        <p className="warn">Cut: only the first {toNumber(most)} characters are shown.</p>
      )}
    </>
  )
}
