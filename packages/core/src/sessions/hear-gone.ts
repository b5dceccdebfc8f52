import type { AgentStorage } from '../storage/storage.ts'
import type { SessionsState } from './session-host.ts'

/** Returns a storage that notes a deletion by another page before its listeners hear of it. */
export const hearGone = (
  storage: AgentStorage,
  set: (change: Pick<SessionsState, 'deleted'>) => void,
): AgentStorage => ({
  ...storage,
  watch: (id, listener) =>
    storage.watch(id, (note) => {
      if (note.type === 'gone') set({ deleted: {} })
      listener(note)
    }),
})
