import { type ReactElement, useMemo, useState } from 'react'
import { type KeptRequest, requestId, type RequestLog } from '../../watch/request-log.ts'
import { toNumber } from '../format.ts'
import { SearchField } from '../list/search-field.tsx'
import { Split } from '../list/split.tsx'
import { WindowedList } from '../list/windowed-list.tsx'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'
import { RequestDetail } from './request-detail.tsx'
import { RequestRow, toOrdinal } from './request-row.tsx'
import type { Watched } from '../../watch/watch-agent.ts'
import { StateWord, Why } from './why.tsx'
import { type ToolState, toToolStates } from './tool-states.ts'

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

/** Renders the state of the tools with a name over all requests, with each change. */
function ToolSearch({
  query,
  requests,
  watched,
  onChoose,
}: {
  readonly query: string
  readonly requests: readonly KeptRequest[]
  readonly watched: Watched
  readonly onChoose: (at: number) => void
}): ReactElement {
  const { agent, requests: log } = watched
  const found = useMemo(() => findToolHistories(query, requests, log), [query, requests, log])
  if (found.length === 0) {
    return (
      <p className="empty">
        No request had a tool with this name, and no page with a request had one.
      </p>
    )
  }
  return (
    <>
      {found.map(({ name, states, changes }) => (
        <section key={name} aria-label={name}>
          <h3>{name}</h3>
          <div className="marks" role="img" aria-label={toMarkWords(states)}>
            {states.map(({ state }, at) => (
              <i key={at} className={state} title={`#${toOrdinal(at, log)}: ${state}`} />
            ))}
          </div>
          <ul className="plain">
            {changes.toReversed().map((at) => {
              const state = states[at]
              return (
                state && (
                  <li key={at}>
                    <button type="button" onClick={() => onChoose(at)}>
                      From #{toOrdinal(at, log)}
                    </button>{' '}
                    <StateWord state={state} /> <Why state={state} agent={agent} />
                  </li>
                )
              )
            })}
          </ul>
        </section>
      ))}
      {found.length === mostFound && <p className="muted">At most {mostFound} tools are shown.</p>}
    </>
  )
}

function toMarkWords(states: readonly { readonly state: string }[]): string {
  const on = states.filter(({ state }) => state === 'on').length
  return `On in ${on} of ${states.length} requests`
}

/** The state of a tool over requests. */
interface ToolHistory {
  readonly name: string
  /** The state in each request. */
  readonly states: readonly ToolState[]
  /** The places in `states` at which the state or its reason is another one. */
  readonly changes: readonly number[]
}

/** The most tools that a search shows. */
const mostFound = 5

/** Returns the tools whose names have a text, each with its state in every request. */
export function findToolHistories(
  query: string,
  requests: readonly KeptRequest[],
  log: Pick<RequestLog, 'leftOutOf'>,
): ToolHistory[] {
  const found = new Set(findNames(query.trim().toLowerCase(), requests, log))
  const all = requests.map((request) => {
    // Most requests have all of them, and then nothing was left out.
    const had = request.built.tools.filter(({ name }) => found.has(name))
    const leftOut = had.length < found.size ? log.leftOutOf(request) : []
    const states = toToolStates(request, leftOut, found)
    return new Map(states.map((state) => [state.name, state]))
  })
  return [...found].map((name) => {
    const states = all.map((of) => of.get(name) ?? { ...absent, name })
    const changes = states.flatMap((state, at) => (isAlike(state, states[at - 1]) ? [] : [at]))
    return { name, states, changes }
  })
}

/** Returns the names that have a text, the one that is just this text first. */
function findNames(
  wanted: string,
  requests: readonly KeptRequest[],
  log: Pick<RequestLog, 'leftOutOf'>,
): string[] {
  const newest = requests.at(-1)
  const names = new Set(newest && log.leftOutOf(newest).map(({ name }) => name))
  for (const { built } of requests) {
    const { tools, request } = built
    for (const { name } of tools) names.add(name)
    for (const { name } of request.tools ?? []) names.add(name)
  }
  const isWhole = (name: string): number => Number(name.toLowerCase() === wanted)
  return [...names]
    .filter((name) => name.toLowerCase().includes(wanted))
    .sort((a, b) => isWhole(b) - isWhole(a))
    .slice(0, mostFound)
}

const absent: Omit<ToolState, 'name'> = {
  scope: '',
  state: 'absent',
  why: 'It was not on the page.',
  bytes: 0,
}

const isAlike = (one: ToolState, other: ToolState | undefined): boolean =>
  one.state === other?.state && one.reason === other.reason && one.why === other.why
