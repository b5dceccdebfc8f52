import type { ApprovalCase } from './approval-case.ts'
import type { RememberedApproval } from './approval-request.ts'
import type { Approvals } from './approvals.ts'
import type { Decision } from './decision.ts'

/** Returns the remembered approval that covers a call; undefined if a person must be asked. */
export function findRule({ work, found, binding }: ApprovalCase): RememberedApproval | undefined {
  const { run, call } = work
  const { approvals, clock } = run.ports
  const { userId } = run.config
  if (!approvals) return undefined
  return validRules(approvals, clock.now()).find(
    (rule) =>
      rule.tool === call.name &&
      rule.scope === found.registered?.scope.name &&
      rule.userId === userId &&
      rule.toolHash === binding.toolHash,
  )
}

/** Remembers an approval if the person asked for that and it is possible. */
export function remember(
  approval: ApprovalCase,
  { rememberMs }: Decision & { isApproved: true },
): void {
  if (rememberMs === undefined) return
  const { work, found, binding, canRemember } = approval
  const { run, call } = work
  const { registered } = found
  if (!canRemember || !registered) {
    run.warn(
      'not_remembered',
      `"${work.tool}" was approved this once only, so \`remember\` has no effect: a person is asked each time about calls that are destructive, or follow third-party text. Offer \`remember\` only if \`canRemember\` is true.`,
      `not_remembered ${work.callId}`,
    )
    return
  }
  const { createId, clock } = run.ports
  const now = clock.now()
  const rule = Object.freeze({
    id: createId(),
    tool: call.name,
    title: found.executable.title ?? call.name,
    scope: registered.scope.name,
    userId: run.config.userId,
    toolHash: binding.toolHash,
    createdAt: now,
    expiresAt: now + rememberMs,
  })
  if (run.ports.approvals) addRule(run.ports.approvals, rule)
}

/** Adds a remembered approval. It replaces the one for the same tool and scope. */
function addRule(approvals: Approvals, rule: RememberedApproval): void {
  const { remembered } = approvals.getState()
  const others = remembered.filter(({ tool, scope }) => tool !== rule.tool || scope !== rule.scope)
  approvals.keep([...others, rule])
}

/** Returns the remembered approvals that have not expired, and drops the others. */
function validRules(approvals: Approvals, now: number): readonly RememberedApproval[] {
  const { remembered } = approvals.getState()
  const valid = remembered.filter(({ expiresAt }) => now < expiresAt)
  if (valid.length < remembered.length) approvals.keep(valid)
  return valid
}
