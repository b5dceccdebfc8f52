import type { Agent, AssistantToolCall, CallActivity } from '@ambit/core'
import { useMemo } from 'react'
import { type Readable, useStore } from '../agent/use-store.ts'
import { useSession } from './session-store.ts'
import { messageReader } from './use-message.ts'

/**
 * What a call is doing right now; undefined before it is asked for and once it is answered: its
 * answer is `useMessage(callId)`.
 */
export function useToolCall(callId: string): CallActivity | undefined {
  const session = useSession('useToolCall')
  const { history, activity } = session.agent
  // Nothing happens to one that is over: of a long history only the calls of now are followed.
  const isOver = history.has(callId) && !activity.getState().calls.has(callId)
  const store: Readable<unknown> = useMemo(
    () => (isOver ? messageReader(session, callId) : session),
    [session, callId, isOver],
  )
  return useStore(store, () => activity.getState().calls.get(callId))
}

/** A call as it stands in the history; undefined while a model still writes it. */
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
