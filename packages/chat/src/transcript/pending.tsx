'use client'

import type { ReactElement } from 'react'
import type { ApprovalCardState } from '../approval/approval-card.tsx'
import { PendingApprovals } from '../approval/pending-approvals.tsx'
import { Questions } from '../ask/questions.tsx'
import { useChat } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import type { PartProps } from '../part.ts'
import { LateSignIns } from '../sign-ins/late-sign-ins.tsx'

/** The props of `Chat.Pending`: those of the card of an approval. */
export type PendingProps = PartProps<ApprovalCardState>

/**
 * Shows what waits for the person: a form for each question that a tool asks, the requests for
 * approval whose call is in no drawn message, and the sign-ins. While mounted, reports that
 * a person can answer, so tools may ask.
 */
export function Pending(props: PendingProps): ReactElement {
  const { agent } = useChat()
  return (
    <>
      <Questions />
      <PendingApprovals {...props} />
      <ErrorBoundary of={agent}>
        <LateSignIns />
      </ErrorBoundary>
    </>
  )
}
