import type { Agent } from '@ambit/core'
import type { ReactElement } from 'react'
import { contentText } from '../history/describe-message.ts'
import { useRead } from '../use-read.ts'
import { Items } from './facts.tsx'
import { toShownStart } from '../redact-shown.ts'

/** Shows what waits: messages for their turn, and calls for a user. */
export function Waiting({ agent }: { readonly agent: Agent }): ReactElement {
  const { queue, pending } = agent
  const { waiting } = useRead(queue)
  useRead(pending)
  const show = (text: string): string => toShownStart(text, agent, 300)
  return (
    <>
      <Items title="Queue">
        {waiting.map(({ runId, input }) => (
          <li key={runId}>
            <span>{show(contentText(input)) || 'an answer that is tried again'}</span>
            <button type="button" onClick={() => queue.cancel(runId)}>
              Remove
            </button>
          </li>
        ))}
      </Items>
      <Items title="Approvals that wait">
        {pending.list('approval').map(({ id, title, label, cause }) => (
          <li key={id}>{show([title, label, `(${cause})`].filter(Boolean).join(' '))}</li>
        ))}
      </Items>
      <Items title="Questions that wait">
        {pending.list('question').map(({ id, tool, message }) => (
          <li key={id}>{show(`${tool}: ${message ?? 'a form'}`)}</li>
        ))}
      </Items>
      <Items title="Sign-ins that wait">
        {pending.list('signIn').map(({ id, label, problem }) => (
          <li key={id}>{show(problem === undefined ? label : `${label}: ${problem}`)}</li>
        ))}
      </Items>
    </>
  )
}
