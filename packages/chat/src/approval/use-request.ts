import type { ApprovalRequest } from '@ambit/core'
import { useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'

/**
 * Returns the request of a call that waits for the person, the latest if it was replaced; undefined
 * while the call does not wait.
 */
export function useRequest(callId: string): ApprovalRequest | undefined {
  const { approvals } = useChat().agent
  const read = (): ApprovalRequest | undefined =>
    approvals.getState().pending.findLast((request) => request.callId === callId)
  return useSyncExternalStore(approvals.subscribe, read, () => undefined)
}
