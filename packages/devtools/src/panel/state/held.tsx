import type { Agent } from '@ambit/core'
import type { ReactElement } from 'react'
import { useRead } from '../use-read.ts'
import { Items } from './facts.tsx'
import { errorWords } from '../error-words.ts'
import { toShownStart } from '../redact-shown.ts'

/** Shows what calls left behind, and what could not be registered. */
export function Held({ agent }: { readonly agent: Agent }): ReactElement {
  const { scopes } = agent
  const all = [...useRead(agent.calls).values()]
  const undoable = all.filter(({ undo }) => undo !== undefined)
  const calls = all.filter(({ source }) => source !== undefined)
  const { artifacts: given } = useRead(agent.sessions)
  const { allowsOutside } = useRead(scopes)
  const show = (text: string): string => toShownStart(text, agent, 300)
  return (
    <>
      <Items title="Left out">
        {scopes.leftOut.map(({ what, error }, at) => (
          <li key={at} className="fault">
            {show(what)}: {errorWords(error, agent)}
          </li>
        ))}
      </Items>
      <Items title="Calls with an undo">
        {undoable.map(({ callId, tool, undo }) => (
          <li key={callId}>
            {tool} <small>{undo?.status}</small> {undo?.error && errorWords(undo.error, agent)}
          </li>
        ))}
      </Items>
      <Items title={allowsOutside ? 'Callers from outside' : 'Callers from outside, stopped'}>
        {calls.map(({ callId, tool, label, source, state }) => (
          <li key={callId}>
            {show([tool, label].filter(Boolean).join(' '))}{' '}
            <small>
              {source}, {state}
            </small>
          </li>
        ))}
      </Items>
      <Items title="Artifacts">
        {given.map(({ runId, id, type, title, tool }) => (
          <li key={`${runId} ${id}`}>
            {show(title ?? id)}{' '}
            <small>
              {type}, by {tool}
            </small>
          </li>
        ))}
      </Items>
    </>
  )
}
