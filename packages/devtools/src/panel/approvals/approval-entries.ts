import type { PendingApproval, EventOf } from '@ambit/core'
import type { KeptEvent } from '../../watch/event-log.ts'

/** One call that needed an approval. */
export interface ApprovalEntry {
  /** The id of its request, or that of the call if nobody was asked. */
  readonly key: string
  readonly callId: string
  readonly runId: string
  readonly tool: string
  /** The number of the model call that asked for the call. Absent if the event is not kept. */
  readonly iteration?: number | undefined
  /** The request that a user saw last. Absent if nobody was asked. */
  readonly request?: PendingApproval | undefined
  /** The time at which a user was first asked, in milliseconds since the Unix epoch. */
  readonly askedAt?: number | undefined
  /** Absent while the call waits. */
  readonly outcome?: ApprovalResolved | undefined
}

type ApprovalResolved = Extract<EventOf<'agent:pending_resolved'>, { kind: 'approval' }>

/**
 * Returns the approvals that events and the waiting requests tell of: first those that wait, oldest
 * first, then the others, newest first. A request that replaces another is the same approval.
 */
export function toEntries(
  events: readonly KeptEvent[],
  pending: readonly PendingApproval[],
): ApprovalEntry[] {
  const entries = new Map<string, ApprovalEntry>()
  /** The keys of the approvals without an outcome, by the ids of their calls. */
  const open = new Map<string, string>()
  const ask = (request: PendingApproval, iteration?: number): void => {
    const { id: key, callId, runId, tool, requestedAt, replaces = '' } = request
    const askedAt = entries.get(replaces)?.askedAt ?? requestedAt
    entries.delete(replaces)
    entries.set(key, { key, callId, runId, tool, iteration, request, askedAt })
    open.set(callId, key)
  }
  for (const event of events) {
    if (event.type === 'agent:pending_added' && event.pending.kind === 'approval') {
      ask(event.pending, event.iteration)
    }
    if (event.type !== 'agent:pending_resolved' || event.kind !== 'approval') continue
    const { callId, runId, tool, iteration } = event
    const key = open.get(callId) ?? `${callId} ${event.seq}`
    open.delete(callId)
    entries.set(key, {
      ...(entries.get(key) ?? { key, callId, runId, tool, iteration }),
      outcome: event,
    })
  }
  // The event of a request may have come before the devtools.
  for (const request of pending) if (!entries.has(request.id)) ask(request)
  const waiting = new Set(pending.map(({ id }) => id))
  const all = [...entries.values()]
  return [
    ...all.filter(({ key }) => waiting.has(key)),
    ...all.filter(({ key }) => !waiting.has(key)).reverse(),
  ]
}
