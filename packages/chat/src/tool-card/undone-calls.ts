import type { Agent, Message } from '@ambit/core'
import { useSyncExternalStore } from 'react'

const cache = new WeakMap<readonly Message[], ReadonlySet<string>>()

/** Returns the ids of the calls that were undone, by the messages of a path. */
function undoneCalls(messages: readonly Message[]): ReadonlySet<string> {
  const known = cache.get(messages)
  if (known) return known
  const ids = messages.flatMap((message) =>
    message.role === 'user' ? (message.undo?.undone ?? []) : [],
  )
  const undone = new Set(ids)
  cache.set(messages, undone)
  return undone
}

/** Whether a call was undone: in this page, or before a reload. */
export function isUndone({ calls, history }: Agent, callId: string): boolean {
  const status = calls.getState().get(callId)?.undo?.status
  return status === undefined ? undoneCalls(history.messages).has(callId) : status === 'undone'
}

/** Whether a call was undone, and renders again when it is. */
export function useIsUndone(agent: Agent, callId: string): boolean {
  const read = (): boolean => isUndone(agent, callId)
  useSyncExternalStore(agent.history.subscribe, read, read)
  return useSyncExternalStore(agent.calls.subscribe, read, read)
}
