import type { EventOf, EventType, PendingItem } from '@ambit/core'
import type { KeptEvent } from '../../watch/event-log.ts'
import { toDuration, toNumber, toPercent } from '../format.ts'
import type { TimelineRow } from './timeline.ts'

export interface RowWords {
  readonly title: string
  /** The state in one word or two. Empty if there is none. */
  readonly status: string
  readonly tone: '' | 'on' | 'off' | 'warn'
  /** Further text. It still holds secrets: show it only after the redaction. */
  readonly raw: string
  readonly startedAt: number
  /** The time between the first and the last event. Absent if the row is one moment. */
  readonly durationMs?: number | undefined
}

const known = new WeakMap<TimelineRow, RowWords & { readonly count: number }>()

/** Returns what a row says. */
export function toWords(row: TimelineRow): RowWords {
  const { length: count } = row.events
  const found = known.get(row)
  if (found?.count === count && row.kind !== 'run') return found
  const [first] = row.events
  const last = row.events.at(-1) ?? first
  const durationMs = toMs(row)
  // The one event of a wait comes at its end. The first of a run comes at its start.
  const isEnded = row.kind !== 'run' && count === 1
  const startedAt = (first?.at ?? 0) - (isEnded ? (durationMs ?? 0) : 0)
  const words = { ...describe(row, last as KeptEvent), startedAt, durationMs, count }
  known.set(row, words)
  return words
}

/** Returns the text in which a row is searched. */
export function toSearched(row: TimelineRow): string {
  const { title, status, raw } = toWords(row)
  return `${title} ${status} ${raw} ${row.events[0]?.type}`.toLowerCase()
}

function toMs({ kind, events, latest }: TimelineRow): number | undefined {
  const [first] = events
  const last = events.at(-1)
  if (!first || !last) return undefined
  if (kind === 'run') return latest - first.at
  const { durationMs } = last as { readonly durationMs?: number }
  return first === last ? durationMs : (durationMs ?? last.at - first.at)
}

type Said = Pick<RowWords, 'title' | 'status' | 'tone' | 'raw'>

function describe(row: TimelineRow, last: KeptEvent): Said {
  const find = <T extends EventType>(type: T): EventOf<T> | undefined =>
    row.events.find((event) => event.type === type) as EventOf<T> | undefined
  switch (row.kind) {
    case 'run': {
      const started = find('agent:started')
      const title = started?.parentRunId ? 'Inner run' : 'Run'
      return { ...endOf(last), title, raw: started ? textOf(started.input) : 'begun earlier' }
    }
    case 'request': {
      const { iteration } = last as EventOf<'agent:request_started'>
      const { modelId = '', leftOut = 0 } = find('agent:request_started') ?? {}
      const done = find('agent:request_completed')
      const { usage, estimated } = done ?? {}
      const cached = usage?.cachedTokens
      const tokens = usage
        ? `${estimated ? 'about ' : ''}${toNumber(usage.promptTokens)} in${cached ? ` (${toPercent(cached / usage.promptTokens)} cached)` : ''}, ${toNumber(usage.completionTokens)} out`
        : ''
      const short = leftOut > 0 ? `${leftOut} messages left out` : ''
      const raw = [modelId, tokens, short].filter(Boolean).join(' · ')
      return { title: `Request ${iteration + 1}`, status: done ? '' : 'sent', tone: '', raw }
    }
    case 'call': {
      const started = find('agent:tool_started')
      const call = last as EventOf<'agent:tool_started'>
      const raw = started ? `${started.label ?? ''} ${toJson(started.call.arguments)}`.trim() : ''
      return { title: call.tool, ...endOfCall(last, raw) }
    }
    case 'wait':
      return describeWait(last, find('agent:pending_added')?.pending)
    default:
      return describeOther(last)
  }
}

function endOfCall(last: KeptEvent, raw: string): Omit<Said, 'title'> {
  switch (last.type) {
    case 'agent:tool_succeeded':
      return { status: last.cached ? 'ok, cached' : 'ok', tone: 'on', raw }
    case 'agent:tool_failed': {
      const { status = 'error' } = last.message ?? {}
      return { status, tone: 'off', raw: `${last.error.message} ${raw}` }
    }
    case 'agent:tool_cancelled':
      return {
        status: last.began ? 'interrupted' : 'cancelled',
        tone: 'warn',
        raw: `${last.reason.message ?? ''} ${raw}`,
      }
    case 'agent:tool_progress':
      return { status: last.percent === undefined ? 'running' : `${last.percent} %`, tone: '', raw }
    default:
      return { status: 'running', tone: '', raw }
  }
}

function describeWait(last: KeptEvent, pending: PendingItem | undefined): Said {
  const question = pending?.kind === 'question' ? (pending.message ?? '') : ''
  switch (last.type) {
    case 'agent:pending_added': {
      const title = `${last.pending.kind === 'approval' ? 'Approval' : 'Question'} of ${last.tool}`
      return { title, status: 'waits', tone: 'warn', raw: question }
    }
    case 'agent:pending_resolved': {
      const { tool } = last
      if (last.kind === 'question')
        return { title: `Question of ${tool}`, status: last.outcome, tone: '', raw: question }
      const { decision, by, reason = '' } = last
      const tone = decision === 'approved' ? 'on' : 'off'
      return { title: `Approval of ${tool}`, status: `${decision} by ${by}`, tone, raw: reason }
    }
    case 'agent:settled': {
      const raw = `${last.why}${last.beforeCallId ? ' · before a call' : ' · before a request'}`
      const [status, tone] = last.ok ? ['ready', 'on' as const] : ['not ready', 'warn' as const]
      return { title: 'Wait for the page', status, tone, raw }
    }
    default:
      return { title: 'Wait for the network', status: '', tone: 'warn', raw: '' }
  }
}

function describeOther(event: KeptEvent): Said {
  const said = { status: '', tone: '' as const, raw: '' }
  switch (event.type) {
    case 'agent:warning':
      return { ...said, title: 'Warning', tone: 'warn', raw: `${event.code}: ${event.message}` }
    case 'agent:request_retrying': {
      const raw = `${event.error.message} · after ${toDuration(event.delayMs)}`
      return { ...said, title: `Retry ${event.attempt} of the request`, tone: 'warn', raw }
    }
    case 'agent:tool_retrying': {
      const { error, attempt, tool } = event
      const raw = error instanceof Error ? error.message : String(error)
      return { ...said, title: `Retry ${attempt} of ${tool}`, tone: 'warn', raw }
    }
    case 'agent:tool_undone': {
      const { error, tool } = event
      if (error)
        return { title: `Undo of ${tool}`, status: 'failed', tone: 'off', raw: error.message }
      return { ...said, title: `Undo of ${tool}`, status: 'undone' }
    }
    default:
      return { title: 'End', ...endOf(event) }
  }
}

function endOf(event: KeptEvent): Omit<Said, 'title'> {
  switch (event.type) {
    case 'agent:completed':
      return { status: event.status, tone: 'on', raw: event.content }
    case 'agent:failed':
      return { status: 'failed', tone: 'off', raw: event.error.message }
    case 'agent:cancelled': {
      const { kind, message = '' } = event.reason
      return { status: `cancelled: ${kind}`, tone: 'warn', raw: message }
    }
    default:
      return { status: 'running', tone: '', raw: '' }
  }
}

function textOf(input: EventOf<'agent:started'>['input']): string {
  if (input === undefined || typeof input === 'string') return input ?? ''
  return input.map((part) => ('text' in part ? part.text : `[${part.type}]`)).join(' ')
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
