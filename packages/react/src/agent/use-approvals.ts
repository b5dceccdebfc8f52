import type { ApprovalRequest, ApproveOptions, RememberedApproval } from '@ambit/core'
import { useEffect, useMemo } from 'react'
import { useProvidedAgent } from './agent-context.ts'
import { useStore } from './use-store.ts'

/** The result of `useApprovals`. The functions stay the same as long as the agent. */
export interface UseApprovalsResult {
  /**
   * The calls that wait for a person, oldest first. Show the whole request: the call runs with
   * these arguments.
   */
  readonly pending: readonly ApprovalRequest[]
  /** The tools that need no new approval in the open conversation, oldest first. */
  readonly remembered: readonly RememberedApproval[]
  /**
   * Lets a call run, with the given arguments if there are any. Returns false if the request has
   * ended.
   */
  readonly approve: (id: string, options?: ApproveOptions) => boolean
  /** Refuses a call. The model gets the comment. Returns false if the request has ended. */
  readonly deny: (id: string, comment?: string) => boolean
  /** Removes a remembered approval. Its tool needs an approval again. */
  readonly revoke: (ruleId: string) => void
}

/**
 * Returns the calls of the agent that wait for a person's approval. Show them: while a component
 * with this hook is mounted, calls can wait. When the last such component unmounts, the waiting
 * calls are denied.
 */
export function useApprovals(): UseApprovalsResult {
  const { approvals } = useProvidedAgent('useApprovals')
  const pending = useStore(approvals, (state) => state.pending)
  const remembered = useStore(approvals, (state) => state.remembered)
  useEffect(() => approvals.attach(), [approvals])
  const actions = useMemo(
    () => ({
      approve: (id: string, options?: ApproveOptions) => approvals.approve(id, options),
      deny: (id: string, comment?: string) => approvals.deny(id, comment),
      revoke: (ruleId: string) => approvals.revoke(ruleId),
    }),
    [approvals],
  )
  return useMemo(() => ({ pending, remembered, ...actions }), [pending, remembered, actions])
}
