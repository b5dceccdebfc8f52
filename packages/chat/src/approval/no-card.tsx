import { useAgent } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import type { ApprovalCardProps } from './approval-card.tsx'

/** Stands for a card that could not be fetched. What cannot be shown whole cannot be allowed; it ends the call. */
export function NoCard({ request }: ApprovalCardProps): ReactElement {
  const { strings } = useChat()
  const { approvals } = useAgent().agent
  const title = cleanText(request.title)
  return (
    <div className="ambit-approval" role="group" aria-label={title}>
      <p className="ambit-approval-title">{title}</p>
      <button
        type="button"
        className="ambit-button"
        onClick={() => void approvals.deny(request.id)}
      >
        {strings.giveUp}
      </button>
    </div>
  )
}
