import type { ApprovalRequest, ApproveOptions, RememberedApproval } from '@ambit/core'
import { useEffect, useMemo } from 'react'
import { useProvidedAgent } from './agent-context.ts'
import { useStore } from './use-store.ts'

/** What `useApprovals` returns. The functions are the same ones for as long as the agent is. */
export interface UseApprovalsResult {
  /** The calls that wait for a person, oldest first. Show all of a request: its arguments are what runs. */
  readonly pending: readonly ApprovalRequest[]
  /** What need not be asked for again, oldest first. */
  readonly remembered: readonly RememberedApproval[]
  /** Lets a call run, with other arguments where some are given. False when the request has ended. */
  readonly approve: (id: string, options?: ApproveOptions) => boolean
  /** Refuses a call; the model is told the comment. False when the request has ended. */
  readonly deny: (id: string, comment?: string) => boolean
  /** Asks again for what a rule says need not be asked for. */
  readonly revoke: (ruleId: string) => void
}

/**
 * The calls of the agent that wait for a person's approval. While a component that uses it is mounted somebody is there to answer: show the requests. When the
 * last such component unmounts, what waits is denied.
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
