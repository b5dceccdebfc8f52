import { useAgent } from '@ambit/react'
import type { ChatInput } from '@ambit/core'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'

/** What the person sent while the agent works, in the order in which it will be taken up. */
export function QueuedMessages(): ReactElement | null {
  const { strings } = useChat()
  const { queue } = useAgent()
  const shown = queue.flatMap(({ runId, input }) => {
    const text = textOf(input)
    return text === '' ? [] : [{ runId, text }]
  })
  if (shown.length === 0) return null
  return (
    <ul className="ambit-queue" aria-label={strings.queued}>
      {shown.map(({ runId, text }) => (
        <li key={runId} className="ambit-user" data-queued="">
          <div className="ambit-bubble">
            <div dir="auto">{cleanText(text)}</div>
          </div>
          <p className="ambit-end">{strings.queued}</p>
        </li>
      ))}
    </ul>
  )
}

const textOf = (input: ChatInput): string =>
  typeof input === 'string'
    ? input
    : input.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
