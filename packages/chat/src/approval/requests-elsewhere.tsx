import type { ApprovalRequest } from '@ambit/core'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { ApprovalCard } from './approval-card.tsx'
import { englishApproval } from './approval-strings.ts'

export interface RequestsElsewhereProps {
  readonly requests: readonly ApprovalRequest[]
}

/** Shows the requests of calls outside the conversation, in a region of their own. */
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
