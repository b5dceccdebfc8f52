import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { WindowedList } from '../list/windowed-list.tsx'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'
import { ApprovalDetails } from './approval-details.tsx'
import { type ApprovalEntry, toEntries } from './approval-entries.ts'
import { ApprovalRow } from './approval-row.tsx'

/** Renders the tab "Approvals": the calls that wait for a person, and those that were decided. */
export function ApprovalsTab({ watched, go, at }: TabProps): ReactElement {
  const { agent } = watched
  const { events } = useRead(watched.events)
  const { pending } = useRead(agent.approvals)
  const entries = useMemo(() => toEntries(events, pending), [events, pending])
  const [choice, setChoice] = useState<{ readonly at?: string | undefined; readonly key: string }>()
  const now = useNow(pending.length > 0)
  const key = choice && choice.at === at ? choice.key : at
  // Another tab opens an approval by the id of its call.
  const found = entries.findIndex((one) => one.key === key || one.callId === key)
  const chosen = key === undefined && pending.length > 0 ? 0 : found
  const entry = entries[chosen]
  return (
    <div className="split">
      <div className="pane">
        {entries.length === 0 ? (
          <p className="empty">No call needed an approval so far.</p>
        ) : (
          <WindowedList
            label="Approvals"
            count={entries.length}
            chosen={chosen}
            onChoose={(place) => setChoice({ at, key: entries[place]?.key ?? '' })}
          >
            {(place) => (
              <ApprovalRow entry={entries[place] as ApprovalEntry} agent={agent} now={now} />
            )}
          </WindowedList>
        )}
      </div>
      <div className="pane">
        <div className="scroll" role="region" aria-label="Chosen approval" tabIndex={0}>
          {entry ? (
            <ApprovalDetails key={entry.key} entry={entry} watched={watched} go={go} now={now} />
          ) : (
            <p className="empty">Choose an approval to see what was asked, and why.</p>
          )}
        </div>
      </div>
    </div>
  )
}

/** Returns the time, anew each second while something waits. */
function useNow(isWaiting: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])
  return now
}
