import type { ApprovalPolicy } from './approvals.ts'

/** What holds for an agent without `approval`: what the tools themselves ask for, and five minutes. */
export const defaultPolicy: ApprovalPolicy = {
  policy: 'none',
  timeoutMs: 300_000,
  timeoutAction: 'deny',
  check: () => undefined,
}
