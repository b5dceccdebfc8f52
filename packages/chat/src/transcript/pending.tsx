'use client'

import { usePending } from '@ambit/react'
import type { ReactElement } from 'react'
import type { ApprovalCardState } from '../approval/approval-card.tsx'
import { PendingApprovals } from '../approval/pending-approvals.tsx'
import { Questions } from '../ask/questions.tsx'
import { useChat } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { latePart } from '../late/late-part.tsx'
import { lateParts } from '../late/late-parts.ts'
import type { PartProps } from '../part.ts'

const LateOffers = latePart(lateParts, ({ SignInOffers }) => SignInOffers)

/** Shows `SignInOffers`, which is fetched when something first waits for the user to sign in. */
function LateSignIns(): ReactElement | null {
  return usePending('signIn').length > 0 ? <LateOffers /> : null
}

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
