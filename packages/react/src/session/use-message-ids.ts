import type { Message } from '@ambit/core'
import { type Session, useSession } from './session.ts'
import type { SessionState } from './session-state.ts'
import { type Readable, useStore } from '../use-store.ts'

/** The ids of the session's messages, in order: a new array only when one comes, goes or moves. */
export function useMessageIds(): readonly string[] {
  const session = useSession('useMessageIds')
  const ids = stores.get(session) ?? createIds(session)
  stores.set(session, ids)
  return useStore(ids, (ids) => ids)
}

type Ids = Readable<readonly string[]>

const stores = new WeakMap<Session, Ids>()

function createIds(session: Session): Ids {
  const initial = idsOf(session.getInitialState().messages)
  let from: SessionState | undefined
  let ids = initial
  return {
    subscribe: session.subscribe,
    getInitialState: () => initial,
    getState: () => {
      const state = session.getState()
      // A delta changes what is being written, not which messages there are.
      const isSame = state.path === from?.path && state.draft?.id === from.draft?.id
      from = state
      if (!isSame) ids = keepEqual(ids, idsOf(state.messages))
      return ids
    },
  }
}

const idsOf = (messages: readonly Message[]): readonly string[] => messages.map(({ id }) => id)

const keepEqual = (before: readonly string[], now: readonly string[]): readonly string[] =>
  before.length === now.length && before.every((id, index) => id === now[index]) ? before : now
