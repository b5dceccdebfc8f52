import type { ApprovalRequest } from '@ambit/core'
import { useAgent } from '@ambit/react'
import { useSyncExternalStore } from 'react'

/** The request of a call that waits for the person; undefined while it does not. */
export function useRequest(callId: string): ApprovalRequest | undefined {
  const { approvals } = useAgent().agent
  const read = (): ApprovalRequest | undefined =>
    approvals.getState().pending.find((request) => request.callId === callId)
  return useSyncExternalStore(approvals.subscribe, read, () => undefined)
}
