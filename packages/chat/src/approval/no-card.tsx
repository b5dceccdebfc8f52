import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import type { ApprovalCardProps } from './approval-card.tsx'

/**
 * Shows a request whose card could not be loaded. A call that is not shown in full cannot be
 * allowed, so the only button denies it.
 */
export function NoCard({ request }: ApprovalCardProps): ReactElement {
  const { strings, agent, field } = useChat()
  const title = cleanText(request.title)
  const giveUp = (): void => {
    // The button disappears with the request.
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
