import type { Agent } from '@ambit/core'
import { type ReactElement, useEffect } from 'react'
import type { StateChange, StateLog } from '../../watch/state-log.ts'
import { toClock } from '../format.ts'
import { toShownJson, toShownStart } from '../redact-shown.ts'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'

/** The time between two readings of the states while they are shown. */
const everyMs = 250

interface SharedProps extends Pick<TabProps, 'go'> {
  readonly agent: Agent
  readonly states: StateLog
}

/** Shows the states that the page shares with the agent, and who changed them. */
export function Shared({ agent, states, go }: SharedProps): ReactElement {
  useEffect(() => {
    states.look()
    const timer = setInterval(() => states.look(), everyMs)
    return () => clearInterval(timer)
  }, [states])
  const show = (value: unknown): string =>
    value === undefined ? 'nothing' : toShownStart(toShownJson(value, agent), agent)
  return (
    <>
      {useRead(states).map(({ name, value, changes }) => (
        <section key={name} aria-label={`State ${name}`}>
          <h3>
            {name} <small>state of the page</small>
          </h3>
          <pre>{toShownJson(value, agent)}</pre>
          <ul aria-label={`Changes of ${name}`}>
            {changes.map((change, nth) => (
              <li key={nth}>
                <small>{toClock(change.at)}</small>
                <span>
                  {toShownStart(change.member, agent)} {show(change.before)} → {show(change.after)}
                </span>
                <Who change={change} tool={`set_${name}`} go={go} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

interface WhoProps extends Pick<TabProps, 'go'> {
  readonly change: StateChange
  readonly tool: string
}

function Who({ change: { callId, isUndo }, tool, go }: WhoProps): ReactElement {
  if (callId === undefined) return <small>the user or the page</small>
  return (
    <button type="button" onClick={() => go('timeline', callId)}>
      {isUndo ? `undo of ${tool}` : `the agent, ${tool}`}
    </button>
  )
}
