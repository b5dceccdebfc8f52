import type { Agent, PendingApproval } from '@ambit/core'

/** The answer to requests for approval: true allows all, a function decides for each. */
export type Approve = true | ((request: PendingApproval) => boolean | Promise<boolean>)

/**
 * Answers the agent's requests for approval in place of a user. A function that throws, or
 * rejects, refuses the call; the console gets its error.
 */
export function answerApprovals({ pending }: Agent, approve: Approve): void {
  const seen = new Set<string>()
  const decide = async (request: PendingApproval): Promise<void> => {
    try {
      const isAllowed = approve === true || (await approve(request))
      if (isAllowed) pending.approve(request.id)
      else pending.deny(request.id)
    } catch (error) {
      console.error('[ambit] The `approve` of `renderWithAgent` threw. The call is denied.', error)
      pending.deny(request.id)
    }
  }
  pending.attach('approval')
  pending.subscribe(() => {
    for (const request of pending.list('approval')) {
      if (seen.has(request.id)) continue
      seen.add(request.id)
      void decide(request)
    }
  })
}
