import type { ApprovalOutcome } from '../approval/approval-request.ts'
import type { Ports } from '../environment.ts'

/**
 * Calls the listener once, with the time, if a remembered approval is taken back before its end. A
 * newer approval that takes its place does not count.
 */
export function onRevoked(
  { approvals, clock }: Ports,
  { id, until }: NonNullable<ApprovalOutcome['remembered']>,
  listener: (at: number) => void,
): void {
  if (!approvals) return
  let before = approvals.rules
  // The state shows the open conversation only. The rules are those of all conversations.
  const end = approvals.subscribe(() => {
    const { rules } = approvals
    const isReplaced = rules.some((rule) => !before.includes(rule))
    before = rules
    if (rules.some((rule) => rule.id === id)) return
    end()
    const now = clock.now()
    if (now < until && !isReplaced) listener(now)
  })
}
