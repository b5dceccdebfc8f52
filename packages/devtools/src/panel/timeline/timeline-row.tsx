import type { Agent } from '@ambit/core'
import type { CSSProperties, ReactElement } from 'react'
import { toClock, toDuration } from '../format.ts'
import { toShownStart } from '../redact-shown.ts'
import { type RowWords, toWords } from './row-words.ts'
import type { TimelineRow } from './timeline.ts'

/** Renders one row of the timeline. */
export function RowContent({ row, agent }: { row: TimelineRow; agent: Agent }): ReactElement {
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
