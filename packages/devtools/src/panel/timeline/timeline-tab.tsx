import { type CSSProperties, type ReactElement, useMemo, useState } from 'react'
import { toClock, toDuration, toNumber } from '../format.ts'
import { SearchField } from '../list/search-field.tsx'
import { Split } from '../list/split.tsx'
import { WindowedList } from '../list/windowed-list.tsx'
import type { TabName, TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'
import { type RowWords, toSearched, toWords } from './row-words.ts'
import { type RowKind, Timeline, type TimelineRow } from './timeline.ts'
import type { Agent } from '@ambit/core'
import type { KeptEvent } from '../../watch/event-log.ts'
import { toShownJson, toShownStart } from '../redact-shown.ts'

const kindNames: readonly [RowKind, string][] = [
  ['request', 'Requests'],
  ['call', 'Calls'],
  ['wait', 'Waits'],
  ['fault', 'Faults'],
]

/** Renders the tab "Timeline": the runs of the agent, and what happened in each. */
export function TimelineTab({ watched, go, at }: TabProps): ReactElement {
  const { agent } = watched
  const [text, setText] = useState('')
  const [kinds, setKinds] = useState<ReadonlySet<RowKind>>(new Set())
  const [choice, setChoice] = useState({ at, id: at })
  const [state, rows] = useRows(watched, kinds, text)
  const id = choice.at === at ? choice.id : at
  const chosen = id === undefined ? -1 : rows.findIndex((row) => row.id === id)
  const row = rows[chosen]
  const choose = (place: number): void => setChoice({ at, id: rows[place]?.id })
  const open = (place: number): void => {
    const target = rows[place] && toTarget(rows[place])
    if (target) go(target.tab, target.id)
  }
  return (
    <Split
      name="Chosen row"
      list={
        <>
          <div className="bar">
            <SearchField
              label="Filter the timeline"
              placeholder="Filter"
              value={text}
              onChange={setText}
            />
            <KindButtons kinds={kinds} onChange={setKinds} />
          </div>
          {state.dropped > 0 && (
            <p className="bar" role="status">
              {toNumber(state.dropped)} older events are no longer kept.
            </p>
          )}
          {rows.length === 0 && (
            <p className="empty">
              {state.events.length ? 'Nothing fits the filter.' : 'No run so far.'}
            </p>
          )}
          <WindowedList
            label="Timeline"
            count={rows.length}
            chosen={chosen}
            follows
            onChoose={choose}
            onOpen={open}
          >
            {(place) => <RowContent row={rows[place] as TimelineRow} agent={agent} />}
          </WindowedList>
        </>
      }
    >
      {row ? (
        <RowDetail row={row} watched={watched} go={go} />
      ) : (
        <p className="empty">Choose a row to see its events.</p>
      )}
    </Split>
  )
}

/** Returns the kept events, and the rows of those that fit the filter. */
function useRows({ events: log }: TabProps['watched'], kinds: ReadonlySet<RowKind>, text: string) {
  const state = useRead(log)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another log is another timeline
  const timeline = useMemo(() => new Timeline(), [log])
  const rows = useMemo(
    () => toShownRows(timeline.take(state), { kinds, text }, toSearched),
    [timeline, state, kinds, text],
  )
  return [state, rows] as const
}

interface KindButtonsProps {
  readonly kinds: ReadonlySet<RowKind>
  readonly onChange: (kinds: ReadonlySet<RowKind>) => void
}

/** Renders the buttons that leave only rows of some kinds. */
function KindButtons({ kinds, onChange }: KindButtonsProps): ReactElement {
  const toggle = (kind: RowKind): void => {
    const next = new Set(kinds)
    if (!next.delete(kind)) next.add(kind)
    onChange(next)
  }
  return (
    <>
      {kindNames.map(([kind, name]) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kinds.has(kind)}
          onClick={() => toggle(kind)}
        >
          {name}
        </button>
      ))}
    </>
  )
}

/** A place in another tab that a row belongs to. */
interface RowTarget {
  readonly tab: TabName
  readonly title: string
  readonly id: string
}

/** The most characters of an event that are shown. */
const most = 20_000

/** Returns the place in another tab that a row belongs to. Undefined if there is none. */
function toTarget({ kind, id, events: [first] }: TimelineRow): RowTarget | undefined {
  if (kind === 'request') return { tab: 'requests', title: 'Show the request', id }
  if (first?.type !== 'agent:pending_added' && first?.type !== 'agent:pending_resolved')
    return undefined
  const asked = 'pending' in first ? first.pending : first
  if (asked.kind !== 'approval') return undefined
  return { tab: 'approvals', title: 'Show the approval', id: first.callId }
}

/** Renders the events of a row as JSON, and the way to its place in another tab. */
function RowDetail({
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

/** The most characters of one text, and of all, that are read for what is shown. */
const [mostOfText, mostOfAll] = [100_000, 400_000]

/** The most objects inside each other that are shortened. */
const mostDeep = 50

/**
 * Copies plain data without the ends of long texts and lists, each marked with `…`. So a large
 * value need not be searched for secrets as a whole. Values of classes stay as they are.
 */
export function shorten(value: unknown): unknown {
  let left = mostOfAll
  const copy = (inner: unknown, depth: number): unknown => {
    if (typeof inner === 'string') {
      const most = Math.max(0, Math.min(mostOfText, left))
      left -= Math.min(inner.length, most)
      return inner.length > most ? cutText(inner, most) : inner
    }
    if (depth > mostDeep || !isPlain(inner)) return inner
    const made: [name: string, value: unknown][] = []
    for (const name of Object.keys(inner)) {
      if (left <= 0) {
        made.push(['…', '…'])
        break
      }
      left -= 8
      made.push([name, copy((inner as Record<string, unknown>)[name], depth + 1)])
    }
    return Array.isArray(inner) ? made.map(([, item]) => item) : Object.fromEntries(made)
  }
  return copy(value, 0)
}

/** Cuts a text before a word, so that no part of a secret stays that is not known as one. */
function cutText(text: string, most: number): string {
  const space = text.lastIndexOf(' ', most)
  return `${text.slice(0, space > most - 8_192 ? space : Math.max(0, most - 8_192))}…`
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === 'function') return false
  const form: unknown = Object.getPrototypeOf(value)
  return form === null || form === Object.prototype || form === Array.prototype
}

/** The rows that a user wants to see. */
export interface RowFilter {
  /** The kinds, besides the runs around them. Empty for all. */
  readonly kinds: ReadonlySet<RowKind>
  /** A text that the row has, or a row inside it. Empty for all. */
  readonly text: string
}

/** Returns the rows in their order that pass a filter, with the rows around them. */
export function toShownRows(
  runs: readonly TimelineRow[],
  { kinds, text }: RowFilter,
  textOf: (row: TimelineRow) => string,
): TimelineRow[] {
  const wanted = text.trim().toLowerCase()
  const shown: TimelineRow[] = []
  const passes = (row: TimelineRow): boolean =>
    (kinds.size === 0 || kinds.has(row.kind) || (kinds.has('fault') && isFault(row))) &&
    (!wanted || textOf(row).includes(wanted))
  const add = (row: TimelineRow): void => {
    const at = shown.push(row)
    for (const inner of row.rows) add(inner)
    // A row without anything to show goes again.
    if (shown.length === at && !passes(row)) shown.pop()
  }
  for (const run of runs) add(run)
  return shown
}

const isFault = ({ events }: TimelineRow): boolean =>
  events.some(({ type }) => type === 'agent:tool_failed' || type === 'agent:failed')

/** Renders one row of the timeline. */
function RowContent({ row, agent }: { row: TimelineRow; agent: Agent }): ReactElement {
  const words = toWords(row)
  const { title, status, tone, startedAt, durationMs } = words
  const since =
    row.run === row ? toClock(startedAt) : `+${toDuration(startedAt - toStart(row.run))}`
  return (
    <>
      <span className="time muted">{since}</span>
      <span
        className={row.kind === 'run' ? 'shrinks run' : 'shrinks'}
        style={{ paddingInlineStart: row.depth * 14 }}
      >
        {title}
      </span>
      {status && <span className={`shrinks ${tone}`}>{toShownStart(status, agent)}</span>}
      <span className="fill muted">{toDetail(row, words, agent)}</span>
      {durationMs !== undefined && (
        <>
          <span className="muted">{toDuration(durationMs)}</span>
          <span className="track" aria-hidden="true">
            <span className={`piece ${tone}`} style={toPiece(row, words)} />
          </span>
        </>
      )}
    </>
  )
}

const toStart = ({ events }: TimelineRow): number => events[0]?.at ?? 0

/** Returns the place of a row in the time of its run. */
function toPiece({ run }: TimelineRow, { startedAt, durationMs = 0 }: RowWords): CSSProperties {
  const start = toStart(run)
  const all = Math.max(1, run.latest - start)
  const left = Math.min(99, (100 * (startedAt - start)) / all)
  return {
    left: `${left}%`,
    width: `${Math.max(1, Math.min(100 - left, (100 * durationMs) / all))}%`,
  }
}

const details = new WeakMap<RowWords, string>()

function toDetail(row: TimelineRow, words: RowWords, agent: Agent): string {
  // The words of a run are made anew each time.
  if (row.kind === 'run') return toShownStart(words.raw, agent)
  let detail = details.get(words)
  if (detail === undefined) details.set(words, (detail = toShownStart(words.raw, agent)))
  return detail
}
