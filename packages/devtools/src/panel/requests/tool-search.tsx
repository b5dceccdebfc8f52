import { type ReactElement, useMemo } from 'react'
import type { KeptRequest } from '../../watch/request-log.ts'
import type { Watched } from '../../watch/watch-agent.ts'
import { findToolHistories, mostFound } from './tool-history.ts'
import { toOrdinal } from './request-row.tsx'
import { StateWord, Why } from './why.tsx'

/** Renders the state of the tools with a name over all requests, with each change. */
export function ToolSearch({
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
