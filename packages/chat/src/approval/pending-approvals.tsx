import { useApprovals } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { latePart } from '../late-part.ts'

const LateRequests = latePart(() =>
  import('./requests-elsewhere.tsx').then(({ RequestsElsewhere }) => RequestsElsewhere),
)

/**
 * Says that a person is there to answer, for as long as the chat is on the page, and shows the requests that stand at no call of the conversation: those of `execute` and
 * of the page's own calls.
 */
export function PendingApprovals(): ReactElement | null {
  const { pending } = useApprovals()
  const { calls } = useChat().agent.activity.getState()
  const elsewhere = pending.filter(({ callId }) => !calls.has(callId))
  if (elsewhere.length === 0) return null
  return <LateRequests requests={elsewhere} />
}
