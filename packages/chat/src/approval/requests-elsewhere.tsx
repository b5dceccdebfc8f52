import type { ApprovalRequest } from '@ambit/core'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { ApprovalCard } from './approval-card.tsx'
import { englishApproval } from './approval-strings.ts'

export interface RequestsElsewhereProps {
  readonly requests: readonly ApprovalRequest[]
}

/** The requests of calls that are no part of the conversation, as a region of their own. */
export function RequestsElsewhere({ requests }: RequestsElsewhereProps): ReactElement {
  const { approval } = useChat().strings
  return (
    <section
      className="ambit-approvals"
      aria-label={approval.elsewhere ?? englishApproval.elsewhere}
    >
      {requests.map((request) => (
        <ApprovalCard key={request.id} request={request} />
      ))}
    </section>
  )
}
