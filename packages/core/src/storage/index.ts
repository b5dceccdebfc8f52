export type { DegradeReason, StorageDegradation } from '../events.ts'
export { hash } from '../json/hash.ts'
export { changeSession, memoryStorage, newSession, toSessionInfo } from './memory-storage.ts'
export {
  type AgentStorage,
  type Intent,
  type MessageRange,
  type MessageRow,
  type PageActivity,
  type RunCheckpoint,
  type SessionChange,
  type SessionClaim,
  type SessionCommand,
  type SessionInfo,
  type SessionNote,
  type SessionRow,
  type SessionWrite,
  StorageError,
  type StorageErrorCode,
} from './storage.ts'
