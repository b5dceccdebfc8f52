import { type ReactElement, useState } from 'react'
import { requestId } from '../../watch/request-log.ts'
import { toNumber } from '../format.ts'
import { SearchField } from '../list/search-field.tsx'
import { Split } from '../list/split.tsx'
import { WindowedList } from '../list/windowed-list.tsx'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'
import { RequestDetail } from './request-detail.tsx'
import { RequestRow } from './request-row.tsx'
import { ToolSearch } from './tool-search.tsx'

const goneText = 'This request was sent before the devtools watched, or it is no longer kept.'

/** Renders the tab "Requests": each request, what it was built from, and the tools it had. */
export function RequestsTab({ watched, go, at }: TabProps): ReactElement {
  const { requests, dropped } = useRead(watched.requests)
  const [query, setQuery] = useState('')
  // The newest request is shown until another one is chosen.
  const [choice, setChoice] = useState({ at, id: at })
  const id = choice.at === at ? choice.id : at
  const newest = requests.length - 1
  const chosen = id === undefined ? newest : requests.findIndex((one) => requestId(one) === id)
  const request = requests[chosen]
  const choose = (place: number): void => {
    const wanted = requests[place]
    setChoice({ at, id: wanted && requestId(wanted) })
    setQuery('')
  }
  return (
    <Split
      name="Chosen request"
      list={
        <>
          <div className="bar">
            <SearchField
              label="Why did it not call a tool?"
              placeholder="Name of a tool: why was it not called?"
              value={query}
              onChange={setQuery}
            />
          </div>
          {dropped > 0 && (
            <p className="bar" role="status">
              {toNumber(dropped)} older requests are no longer kept.
            </p>
          )}
          {requests.length === 0 && <p className="empty">No request since the devtools watch.</p>}
          <WindowedList
            label="Requests"
            count={requests.length}
            chosen={chosen}
            follows
            onChoose={choose}
          >
            {(place) => <RequestRow requests={requests} at={place} log={watched.requests} />}
          </WindowedList>
        </>
      }
    >
      {query.trim() ? (
        <ToolSearch query={query} requests={requests} watched={watched} onChoose={choose} />
      ) : request ? (
        <RequestDetail
          key={requestId(request)}
          request={request}
          requests={requests}
          watched={watched}
          go={go}
        />
      ) : (
        <p className="empty">{id === undefined ? 'Choose a request.' : goneText}</p>
      )}
    </Split>
  )
}
