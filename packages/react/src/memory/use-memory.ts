import type { Memory, MemoryState } from '@ambit/core/memory'
import { useStore } from '../agent/use-store.ts'

/**
 * Returns what is remembered of the user, for a view of it, and re-renders when that changes, also
 * by another page. `entries` is empty until it is read; `error` says why it could not be. `edit`
 * and `delete` of the memory change it.
 */
export const useMemory = (memory: Memory): MemoryState => useStore(memory, (state) => state)
