import { useApprovals } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { latePart } from '../late-part.ts'

const LateRequests = latePart(() =>
  import('./requests-elsewhere.tsx').then(({ RequestsElsewhere }) => RequestsElsewhere),
)

/**
 * Shows the requests that belong to no call of the conversation: those of `execute` and of the
 * page's own calls. While mounted, reports that a person is there to answer requests.
 */
export function PendingApprovals(): ReactElement | null {
  const { pending } = useApprovals()
  const { calls } = useChat().agent.activity.getState()
  const elsewhere = pending.filter(({ callId }) => !calls.has(callId))
  if (elsewhere.length === 0) return null
  return <LateRequests requests={elsewhere} />
}
