import type { Agent, AssistantToolCall, CallActivity } from '@ambit/core'
import { useMemo } from 'react'
import { type Readable, useStore } from '../agent/use-store.ts'
import { useSessionStore } from './session-store.ts'
import { messageStore } from './use-message.ts'

/**
 * Returns the activity of a call now. Undefined before the model asks for the call, and after the
 * call is answered: its answer is `useMessage(callId)`.
 */
export function useToolCall(callId: string): CallActivity | undefined {
  const session = useSessionStore('useToolCall')
  const { history, activity } = session.agent
  // A call that is over has no activity. In a long history only the current calls follow it.
  const isOver = history.has(callId) && !activity.getState().calls.has(callId)
  const store: Readable<unknown> = useMemo(
    () => (isOver ? messageStore(session, callId) : session),
    [session, callId, isOver],
  )
  return useStore(store, () => activity.getState().calls.get(callId))
}

/**
 * Finds a call in the history, as the model asked for it. Returns undefined for an unknown id, and
 * while a model still writes the message of the call.
 */
export function findCall(
  { history, activity }: Agent,
  callId: string,
): AssistantToolCall | undefined {
  const answer = history.get(callId)
  const asking = activity.getState().calls.get(callId)
  let at: string | null | undefined = answer?.parentId ?? asking?.messageId ?? history.head
  while (at) {
    const message = history.get(at)
    const call =
      message?.role === 'assistant' ? message.calls?.find(({ id }) => id === callId) : undefined
    if (call) return call
    at = message?.parentId
  }
  return undefined
}
