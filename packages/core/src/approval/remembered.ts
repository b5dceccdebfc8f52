import type { RememberedApproval } from './approval-request.ts'
import type { Approvals } from './approvals.ts'

/** Remembers an approval. It replaces the one for the same tool and scope. */
export function addRule(approvals: Approvals, rule: RememberedApproval): void {
  const { remembered } = approvals.getState()
  const others = remembered.filter(({ tool, scope }) => tool !== rule.tool || scope !== rule.scope)
  approvals.keep([...others, rule])
}

/** Returns the remembered approvals that have not expired, and drops the others. */
export function validRules(approvals: Approvals, now: number): readonly RememberedApproval[] {
  const { remembered } = approvals.getState()
  const valid = remembered.filter(({ expiresAt }) => now < expiresAt)
  if (valid.length < remembered.length) approvals.keep(valid)
  return valid
}
