import type { CallActivity } from '@ambit/core'
import { useMemo } from 'react'
import { messageReader } from './message-reader.ts'
import { useSession } from './session.ts'
import { type Readable, useStore } from '../use-store.ts'

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
