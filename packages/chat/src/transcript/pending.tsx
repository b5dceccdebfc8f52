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
 * Shows what waits for the user: questions of tools, requests for approval, and sign-ins. Leaves
 * out a request whose call is in a drawn message, which shows its card. While mounted, reports that
 * a user can answer, so tools may ask.
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
