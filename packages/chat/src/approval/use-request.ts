import type { ApprovalRequest } from '@ambit/core'
import { useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'
import { useCardPlace } from './use-card-place.ts'

/**
 * Returns the request whose card the message of a call shows; undefined while the call does not
 * wait. Of requests that replaced each other, it is the latest.
 */
export function useRequest(callId: string): ApprovalRequest | undefined {
  const { approvals } = useChat().agent
  const read = (): ApprovalRequest | undefined =>
    approvals.getState().pending.findLast((request) => request.callId === callId)
  const request = useSyncExternalStore(approvals.subscribe, read, () => undefined)
  const isShownHere = useCardPlace([callId], true).length > 0
  return isShownHere ? request : undefined
}
