import { type ReactElement, useMemo, useState } from 'react'
import { toNumber } from '../format.ts'
import { SearchField } from '../list/search-field.tsx'
import { Split } from '../list/split.tsx'
import { WindowedList } from '../list/windowed-list.tsx'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'
import { RowDetail, toTarget } from './row-detail.tsx'
import { toSearched } from './row-words.ts'
import { toShownRows } from './shown-rows.ts'
import { RowContent } from './timeline-row.tsx'
import { type RowKind, Timeline, type TimelineRow } from './timeline.ts'

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
