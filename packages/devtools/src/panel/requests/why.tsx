import type { Agent } from '@ambit/core'
import type { ReactElement } from 'react'
import { toShownText, toShownThrown } from '../redact-shown.ts'
import type { ToolState } from './tool-states.ts'

const words = { on: 'on', off: 'OFF', held: 'not listed', absent: 'not there' }
const tones = { on: 'on', off: 'off', held: 'warn', absent: 'muted' }

/** Renders the state of a tool in one or two words. */
export const StateWord = ({ state: { state } }: { readonly state: ToolState }): ReactElement => (
  <strong className={tones[state]}>{words[state]}</strong>
)

/** Renders why a tool has its state: the words of the request, and the stack of an error. */
export function Why({
  state,
  agent,
}: {
  readonly state: ToolState
  readonly agent: Agent
}): ReactElement {
  const { why, reason, thrown } = state
  return (
    <>
      {why && <span className="muted">{why} </span>}
      {reason !== undefined && <q>{toShownText(reason, agent)}</q>}
      {thrown && (
        <pre role="region" aria-label="What it threw" tabIndex={0}>
          {toShownThrown(thrown[0], agent)}
        </pre>
      )}
    </>
  )
}
