import type { PendingApproval } from '@ambit/core'
import { useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'
import { useReplaced } from '../replaced-parts.ts'
import { useCardPlace } from './use-card-place.ts'

const none: readonly string[] = []

/**
 * Returns the request whose card the message of a call shows; undefined while the call does not
 * wait. Of requests that replaced each other, it is the latest.
 */
export function useRequest(callId: string): PendingApproval | undefined {
  const { pending } = useChat().agent
  const read = (): PendingApproval | undefined =>
    pending.list('approval').findLast((request) => request.callId === callId)
  const request = useSyncExternalStore(pending.subscribe, read, () => undefined)
  // What the application shows in place of the cards has all of them.
  const isReplaced = useReplaced().Pending !== undefined
  const isShownHere = useCardPlace(isReplaced ? none : [callId], true).length > 0
  return isShownHere ? request : undefined
}
