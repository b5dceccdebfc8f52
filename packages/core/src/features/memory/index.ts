export {
  memory,
  type Memory,
  type MemoryEntry,
  type MemoryState,
  type MemoryStore,
} from './memory.ts'
