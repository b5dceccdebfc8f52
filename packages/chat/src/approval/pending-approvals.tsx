import { usePending } from '@ambit/react'
import type { ReactElement } from 'react'
import { ErrorBoundary } from '../error-boundary.tsx'
import type { PartProps } from '../part.ts'
import { ApprovalCard, type ApprovalCardState } from './approval-card.tsx'
import { englishApproval } from './approval-strings.ts'
import { useCardPlace } from './use-card-place.ts'
import { useWords } from '../strings/use-words.ts'

/**
 * Shows the requests whose call is in no drawn message. These are the requests of `execute`, of the
 * page's own calls, and of messages that are not loaded. While mounted, reports that a user can
 * answer requests.
 */
export function PendingApprovals(props: PartProps<ApprovalCardState>): ReactElement | null {
  const pending = usePending('approval')
  const strings = useWords('pending', englishApproval)
  const replaced = new Set(pending.map(({ replaces }) => replaces))
  const latest = pending.filter(({ id }) => !replaced.has(id))
  const shownHere = useCardPlace(
    latest.map(({ callId }) => callId),
    false,
  )
  const elsewhere = latest.filter(({ callId }) => shownHere.includes(callId))
  if (elsewhere.length === 0) return null
  return (
    <section className="ambit-approvals" aria-label={strings.elsewhere}>
      {elsewhere.map((request) => (
        <ErrorBoundary key={request.callId} of={request}>
          <ApprovalCard {...props} request={request} />
        </ErrorBoundary>
      ))}
    </section>
  )
}
