import { useApprovals } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { englishApproval } from './approval-strings.ts'

/**
 * Shows the requests that belong to no call of the conversation: those of `execute` and of the
 * page's own calls. While mounted, reports that a person is there to answer requests.
 */
export function PendingApprovals(): ReactElement | null {
  const { pending } = useApprovals()
  const { agent, strings } = useChat()
  const { calls } = agent.activity.getState()
  const replaced = new Set(pending.map(({ replaces }) => replaces))
  const elsewhere = pending.filter(({ id, callId }) => !calls.has(callId) && !replaced.has(id))
  if (elsewhere.length === 0) return null
  return (
    <section
      className="ambit-approvals"
      aria-label={strings.approval.elsewhere ?? englishApproval.elsewhere}
    >
      {elsewhere.map((request) => (
        <ErrorBoundary key={request.callId} of={request}>
          <ApprovalCard request={request} />
        </ErrorBoundary>
      ))}
    </section>
  )
}
