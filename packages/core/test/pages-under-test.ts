import {
  type AgentStorage,
  type MessageRange,
  type SessionClaim,
  type SessionNote,
  type SessionWrite,
  memoryStorage,
} from '../src/features/keeping/index.ts'

/** A set of pages that share one storage. Each page can die at any moment. */
export interface Pages {
  readonly storage: AgentStorage
  /** The ids of the sessions that were claimed, also of those without anything in them. */
  readonly claimed: ReadonlySet<string>
  /** Deletes every session, and tells the pages that they are gone. */
  wipe(): Promise<void>
  /**
   * Opens a page: the storage as one page sees it. After `die`, no write of the page reaches the
   * storage, and nothing that it waits for comes.
   */
  open(): { readonly storage: AgentStorage; die(): Promise<void> }
}

/**
 * Creates pages. The code of a dead page still runs in the test, so its storage calls never
 * resolve.
 */
export function createPages(): Pages {
  const storage = memoryStorage()
  const listeners = new Set<(note: SessionNote) => void>()
  const claimed = new Set<string>()
  return {
    storage,
    claimed,
    wipe: async () => {
      for (const listener of listeners) listener({ type: 'gone' })
      await Promise.all(Array.from(claimed, (id) => storage.delete(id)))
    },
    open: () => {
      let isDead = false
      const held = new Set<SessionClaim>()
      const never = new Promise<never>(() => undefined)
      const alive = <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
        ((...args) =>
          isDead ? never : work(...args).then((value) => (isDead ? never : value))) as (
          ...args: Args
        ) => Promise<T>
      return {
        storage: {
          ...storage,
          watch: (_id, listener) => {
            const hear = (note: SessionNote): void => {
              if (!isDead) listener(note)
            }
            listeners.add(hear)
            return () => listeners.delete(hear)
          },
          read: alive((id: string) => storage.read(id)),
          readMessages: alive((id: string, range: MessageRange) => storage.readMessages(id, range)),
          readIntents: alive((id: string) => storage.readIntents(id)),
          delete: alive((id: string) => storage.delete(id)),
          update: alive((...args: Parameters<AgentStorage['update']>) => storage.update(...args)),
          claim: alive(async (id, options) => {
            claimed.add(id)
            const claim = await storage.claim(id, options)
            if (!claim) return undefined
            // A browser gives no lock to a page that is gone.
            if (isDead) await claim.release()
            held.add(claim)
            const release = async (): Promise<void> => {
              held.delete(claim)
              await claim.release()
            }
            return {
              ...claim,
              write: alive((entry: SessionWrite) => claim.write(entry)),
              release: alive(release),
            }
          }),
        },
        die: async () => {
          isDead = true
          await Promise.all(Array.from(held, (claim) => claim.release()))
        },
      }
    },
  }
}
