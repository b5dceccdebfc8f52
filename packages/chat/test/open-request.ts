import type { Agent, ApprovalRequest, ApprovalDecision } from '@ambit/core'

export interface OpenRequest {
  /** The decisions that the request got. */
  readonly decisions: ApprovalDecision[]
  /** Ends the request. */
  readonly close: () => void
}

const plain: ApprovalRequest = {
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

/** Puts a request before the person that no run waits for. */
export function openRequest(agent: Agent, rest: Partial<ApprovalRequest> = {}): OpenRequest {
  const decisions: ApprovalDecision[] = []
  const close = agent.approvals.open(
    { ...plain, ...rest },
    { answer: (decision) => decisions.push(decision) > 0, leave: () => undefined },
  )
  return { decisions, close }
}
