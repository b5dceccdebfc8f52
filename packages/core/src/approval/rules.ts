import type { RememberedApproval } from './approval-request.ts'
import type { Approvals } from './approval-store.ts'

/** Remembers a rule; it takes the place of one for the same tool and scope. */
export function addRule(approvals: Approvals, rule: RememberedApproval): void {
  const { remembered } = approvals.getState()
  const others = remembered.filter(({ tool, scope }) => tool !== rule.tool || scope !== rule.scope)
  approvals.keep([...others, rule])
}

/** The rules that still hold; others are dropped. */
export function validRules(approvals: Approvals, now: number): readonly RememberedApproval[] {
  const { remembered } = approvals.getState()
  const valid = remembered.filter(({ expiresAt }) => now < expiresAt)
  if (valid.length < remembered.length) approvals.keep(valid)
  return valid
}
