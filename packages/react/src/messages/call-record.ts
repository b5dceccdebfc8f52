import type { Agent, AssistantToolCall, CallRecord } from '@ambit/core'
import { useMemo } from 'react'
import { type Readable, useStore } from '../agent/use-store.ts'
import { useSessionStore } from './session-store.ts'
import { messageStore } from './use-message.ts'

/**
 * Returns the record of a call in `agent.calls`; undefined before the model asks for the call, and
 * for a call of an earlier page. In a long history only the calls that go on follow each change.
 */
export function useCallRecord(callId: string): CallRecord | undefined {
  const session = useSessionStore('useCallRecord')
  const { history, calls } = session.agent
  const { answer, late } = calls.getState().get(callId) ?? {}
  // The handler of a call that was ended early may go on, and no message tells of its end.
  const goesOn = !late && (answer?.status === 'interrupted' || answer?.status === 'timeout')
  const isOver = answer !== undefined && !goesOn && history.has(callId)
  const store: Readable<unknown> = useMemo(
    () => (isOver ? messageStore(session, callId) : session),
    [session, callId, isOver],
  )
  return useStore(store, () => calls.getState().get(callId))
}

/**
 * Finds a call in the history, as the model asked for it. Returns undefined for an unknown id, and
 * while a model still writes the message of the call.
 */
export function findCall({ history, calls }: Agent, callId: string): AssistantToolCall | undefined {
  const answer = history.get(callId)
  const asking = calls.getState().get(callId)
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
