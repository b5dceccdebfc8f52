import type { Agent } from '@ambit/core'
import type { ReactElement } from 'react'
import { useRead } from '../use-read.ts'
import { Items } from './facts.tsx'
import { errorWords } from '../error-words.ts'
import { toShownStart } from '../redact-shown.ts'

/** Shows what calls left behind, and what could not be registered. */
export function Held({ agent }: { readonly agent: Agent }): ReactElement {
  const { undos, outside, artifacts, scopes } = agent
  const undoable = [...useRead(undos).calls.values()]
  const { calls, isStopped } = useRead(outside)
  const given = useRead(artifacts).artifacts
  useRead(scopes)
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
        {undoable.map(({ callId, tool, status, error }) => (
          <li key={callId}>
            {tool} <small>{status}</small> {error && errorWords(error, agent)}
          </li>
        ))}
      </Items>
      <Items title={isStopped ? 'Callers from outside, stopped' : 'Callers from outside'}>
        {calls.map(({ callId, tool, label, source, status }) => (
          <li key={callId}>
            {show([tool, label].filter(Boolean).join(' '))}{' '}
            <small>
              {source}, {status}
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
