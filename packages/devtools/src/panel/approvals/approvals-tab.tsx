import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { WindowedList } from '../list/windowed-list.tsx'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'
import { ApprovalDetails } from './approval-details.tsx'
import { type ApprovalEntry, toEntries } from './approval-entries.ts'
import { ApprovalRow } from './approval-row.tsx'

interface Choice {
  readonly at?: string | undefined
  readonly key: string
  readonly callId: string
}

/** Renders the tab "Approvals": the calls that wait for a user, and those that were decided. */
export function ApprovalsTab({ watched, go, at }: TabProps): ReactElement {
  const { agent } = watched
  const { events } = useRead(watched.events)
  useRead(agent.pending)
  const pending = agent.pending.list('approval')
  const entries = useMemo(() => toEntries(events, pending), [events, pending])
  const [choice, setChoice] = useState<Choice>()
  const now = useNow(pending.length > 0)
  const { key, callId } = choice && choice.at === at ? choice : { key: at, callId: at }
  const found = entries.findIndex((one) => one.key === key)
  // The key changes with the request. Another tab opens an approval by the id of its call.
  const chosen = found < 0 ? entries.findIndex((one) => one.callId === callId) : found
  const entry = entries[chosen]
  const choose = (one: ApprovalEntry | undefined): void =>
    setChoice(one && { at, key: one.key, callId: one.callId })
  // The first that waits is chosen, and stays so after its answer.
  if (key === undefined && pending.length > 0) choose(entries[0])
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
            onChoose={(place) => choose(entries[place])}
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
