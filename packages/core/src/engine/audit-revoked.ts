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
  const isIn = (rules: readonly { readonly id: string }[]): boolean =>
    rules.some((rule) => rule.id === id)
  const end = approvals?.subscribe(({ remembered }, before) => {
    if (isIn(remembered) || !isIn(before.remembered)) return
    end?.()
    const now = clock.now()
    const isReplaced = remembered.some((rule) => !before.remembered.includes(rule))
    if (now < until && !isReplaced) listener(now)
  })
}
