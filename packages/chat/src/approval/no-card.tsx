import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import type { ApprovalCardProps } from './approval-card.tsx'

/** Stands for a card that could not be fetched. What cannot be shown whole cannot be allowed; it ends the call. */
export function NoCard({ request }: ApprovalCardProps): ReactElement {
  const { strings, agent, field } = useChat()
  const title = cleanText(request.title)
  const giveUp = (): void => {
    // The button goes away with the request.
    field.current?.focus()
    void agent.approvals.deny(request.id)
  }
  return (
    <div className="ambit-approval" role="group" aria-label={title}>
      <p className="ambit-approval-title">{title}</p>
      <button type="button" className="ambit-button" onClick={giveUp}>
        {strings.giveUp}
      </button>
    </div>
  )
}
