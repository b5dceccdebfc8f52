import type { EventOf } from '@ambit/core'
import { type EventsState, isEnd, type KeptEvent } from '../../watch/event-log.ts'
import { requestId } from '../../watch/request-log.ts'

/** The kinds of rows that a user can choose. */
export type RowKind = 'run' | 'call' | 'request' | 'wait' | 'fault' | 'other'

/** A row of the timeline: some events of a run that belong together. */
export interface TimelineRow {
  /** The id of the run, the request, the call or the question. */
  readonly id: string
  readonly kind: RowKind
  /** The number of rows around it. */
  readonly depth: number
  /** The events of the row, oldest first: at least one. */
  readonly events: KeptEvent[]
  /** The row of its run. Its own for a run. */
  readonly run: TimelineRow
  /** The rows inside it: those of a run, and the runs in a call. */
  readonly rows: TimelineRow[]
  /** The newest time of a run, in milliseconds since the Unix epoch. */
  latest: number
}

/** The ends of calls, and other events that go into the row of a call. */
const ofCall =
  /^agent:(?:tool_started|tool_progress|tool_succeeded|tool_failed|tool_cancelled|custom)$/
const ofRequest = /^agent:request_(?:started|completed)$/
const ofWait = /^agent:pending_/
const alone: Readonly<Record<string, RowKind>> = {
  'agent:settled': 'wait',
  'agent:waiting': 'wait',
  'agent:tool_retrying': 'fault',
  'agent:request_retrying': 'fault',
  'agent:warning': 'fault',
  'agent:failed': 'fault',
}

/** The rows of an agent's events, by run. A run inside another stands under its call. */
export class Timeline {
  readonly #runs: TimelineRow[] = []
  readonly #byId = new Map<string, TimelineRow>()
  #taken = 0
  #dropped = 0

  /** Takes the events that are new, and returns all runs. */
  take({ events, dropped }: EventsState): readonly TimelineRow[] {
    if (dropped !== this.#dropped) {
      this.#runs.length = this.#taken = 0
      this.#byId.clear()
      this.#dropped = dropped
    }
    for (; this.#taken < events.length; this.#taken++) {
      this.#add(events[this.#taken] as KeptEvent)
    }
    return this.#runs
  }

  #add(event: KeptEvent): void {
    const { type, runId } = event
    const run = this.#byId.get(runId) ?? this.#begin(event)
    run.latest = Math.max(run.latest, event.at)
    // The row of the run has the message of the user, and a request has the others.
    if (type === 'agent:started' || type === 'agent:message') return
    if (isEnd(event)) run.events.push(event)
    const place = placeOf(event)
    const found = place.id === undefined ? undefined : this.#byId.get(`${runId} ${place.id}`)
    if (found) return void found.events.push(event)
    const id = place.shown ?? `${runId} ${event.seq}`
    const row = toRow({ id, kind: place.kind, depth: run.depth + 1, event, run })
    run.rows.push(row)
    if (place.id !== undefined) this.#byId.set(`${runId} ${place.id}`, row)
  }

  /** Adds the run of an event: under its call if that is known. */
  #begin(event: KeptEvent): TimelineRow {
    const { parentRunId = '', parentCallId } = event as EventOf<'agent:started'>
    const parent = this.#byId.get(parentRunId)
    const around = this.#byId.get(`${parentRunId} call ${parentCallId}`) ?? parent
    const depth = around ? around.depth + 1 : 0
    const run = toRow({ id: event.runId, kind: 'run', depth, event })
    if (around) around.rows.push(run)
    else this.#runs.push(run)
    this.#byId.set(event.runId, run)
    return run
  }
}

type Resolved = EventOf<'agent:pending_resolved'>

/** Returns the row that an event goes into. Without an id it has a row of its own. */
function placeOf(event: KeptEvent): {
  readonly id?: string
  readonly shown?: string
  readonly kind: RowKind
} {
  const { type, callId = '', iteration = 0 } = event as Partial<EventOf<'agent:tool_started'>>
  const name: string = type ?? ''
  if (ofRequest.test(name)) {
    const shown = requestId({ runId: event.runId, iteration })
    return { id: `request ${iteration}`, shown, kind: 'request' }
  }
  if (ofCall.test(name)) return { id: `call ${callId}`, shown: callId, kind: 'call' }
  if (ofWait.test(name)) {
    const { kind, id } = 'pending' in event ? event.pending : (event as Resolved)
    return { id: kind === 'approval' ? `approval ${callId}` : `ask ${id}`, kind: 'wait' }
  }
  return { kind: alone[name] ?? 'other' }
}

function toRow({
  event,
  run,
  ...rest
}: Pick<TimelineRow, 'id' | 'kind' | 'depth'> & {
  readonly event: KeptEvent
  readonly run?: TimelineRow
}): TimelineRow {
  const row = { ...rest, events: [event], rows: [], latest: event.at } as unknown as {
    -readonly [Key in keyof TimelineRow]: TimelineRow[Key]
  }
  row.run = run ?? row
  return row
}
