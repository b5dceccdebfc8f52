import type { Agent, PendingApproval, ApprovalDecision } from '@ambit/core'

export interface OpenRequest {
  /** The decisions that the request got. */
  readonly decisions: ApprovalDecision[]
  /** Ends the request. */
  readonly close: () => void
}

const plain: PendingApproval = {
  kind: 'approval',
  id: 'r1',
  callId: 'c1',
  runId: 'run',
  sessionId: 's',
  tool: 'pay',
  title: 'Send money',
  scope: 'page',
  args: { to: 'Ada' },
  parameters: { type: 'object' },
  argsHash: '0'.repeat(64),
  effect: 'write',
  cause: 'tool',
  canRemember: false,
  requestedAt: Date.now(),
  expiresAt: Date.now() + 600_000,
}

/** Puts a request before the user that no run waits for. */
export function openRequest(agent: Agent, rest: Partial<PendingApproval> = {}): OpenRequest {
  const decisions: ApprovalDecision[] = []
  const close = agent.pending.open(
    { ...plain, ...rest },
    { decide: (decision) => decisions.push(decision) > 0, leave: () => undefined },
  )
  return { decisions, close }
}
