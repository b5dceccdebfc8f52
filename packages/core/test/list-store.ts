import type { MemoryEntry, MemoryStore } from '../src/features/memory/index.ts'

/** A store of entries in a Map, which can be told to fail. */
export interface ListStore extends MemoryStore {
  readonly rows: Map<string, MemoryEntry>
  /** The error with which all that is asked of the store rejects. */
  fault: Error | undefined
  /** Changes the rows as another page would. */
  elsewhere(change: (rows: Map<string, MemoryEntry>) => void): void
}

export function listStore(texts: readonly string[] = []): ListStore {
  const rows = new Map(texts.map((text, at) => [`e${at}`, { id: `e${at}`, text, at }]))
  const listeners = new Set<(entries: readonly MemoryEntry[]) => void>()
  const answer = async <T>(work: () => T): Promise<T> => {
    if (store.fault) throw store.fault
    return work()
  }
  const store: ListStore = {
    rows,
    fault: undefined,
    list: () => answer(() => [...rows.values()]),
    put: (entry) => answer(() => rows.set(entry.id, entry)),
    delete: (id) => answer(() => rows.delete(id)),
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    elsewhere: (change) => {
      change(rows)
      for (const listener of listeners) listener([...rows.values()])
    },
  }
  return store
}
