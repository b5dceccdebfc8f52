import { useMemo } from 'react'
import { useSession } from './session.ts'
import type { SessionActions } from './session-actions.ts'
import type { SessionState } from './session-state.ts'
import { TrackedState } from './tracked-state.ts'
import { useStore } from '../use-store.ts'

/** What `useAgent` returns. */
export interface UseAgentResult
  extends SessionActions, Pick<SessionState, 'status' | 'error' | 'messages' | 'queue'> {}

const tracked = ['status', 'error', 'messages', 'queue'] as const

/**
 * The agent and its open session. Tracked: a change re-renders the component only when it reads
 * what changed, so that one that only sends is never re-rendered. `messages` changes at most once a
 * frame.
 */
export function useAgent(): UseAgentResult {
  const session = useSession('useAgent')
  const state = useMemo(
    () => new TrackedState<SessionState, SessionActions>(session, tracked, session.actions),
    [session],
  )
  return useStore(state, (view) => view)
}
