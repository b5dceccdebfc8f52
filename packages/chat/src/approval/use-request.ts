import type { ApprovalRequest } from '@ambit/core'
import { useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'

/** Returns the request of a call that waits for the person; undefined while it does not wait. */
export function useRequest(callId: string): ApprovalRequest | undefined {
  const { approvals } = useChat().agent
  const read = (): ApprovalRequest | undefined =>
    approvals.getState().pending.find((request) => request.callId === callId)
  return useSyncExternalStore(approvals.subscribe, read, () => undefined)
}
