import type { CallActivity } from '@ambit/core'
import { useSession } from './session.ts'
import { useStore } from './use-store.ts'

/**
 * What a call is doing right now; undefined before it is asked for and once it is answered: its
 * answer is `useMessage(callId)`.
 */
export function useToolCall(callId: string): CallActivity | undefined {
  const session = useSession('useToolCall')
  return useStore(session, () => session.agent.activity.getState().calls.get(callId))
}
