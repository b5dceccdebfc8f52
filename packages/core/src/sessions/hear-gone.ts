import type { AgentStorage } from '../storage/storage.ts'

/** Returns a storage that calls `onGone` before it tells that another page deleted a session. */
export const hearGone = (storage: AgentStorage, onGone: () => void): AgentStorage => ({
  ...storage,
  watch: (id, listener) =>
    storage.watch(id, (note) => {
      if (note.type === 'gone') onGone()
      listener(note)
    }),
})
