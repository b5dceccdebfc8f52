import type { Agent, ApprovalRequest } from '@ambit/core'

/** The answer to requests for approval: true allows all, a function decides for each. */
export type Approve = true | ((request: ApprovalRequest) => boolean | Promise<boolean>)

/**
 * Answers the agent's requests for approval in place of a person. A function that throws, or
 * rejects, refuses the call; the console gets its error.
 */
export function answerApprovals({ approvals }: Agent, approve: Approve): void {
  const seen = new Set<string>()
  const decide = async (request: ApprovalRequest): Promise<void> => {
    try {
      const isAllowed = approve === true || (await approve(request))
      if (isAllowed) approvals.approve(request.id)
      else approvals.deny(request.id)
    } catch (error) {
      console.error('[ambit] The `approve` of `renderWithAgent` threw. The call is denied.', error)
      approvals.deny(request.id)
    }
  }
  approvals.attach()
  approvals.subscribe(() => {
    for (const request of approvals.getState().pending) {
      if (seen.has(request.id)) continue
      seen.add(request.id)
      void decide(request)
    }
  })
}
