export {
  type AgentStorage,
  type DegradeReason,
  type Intent,
  type MessageRange,
  type MessageRow,
  type PageActivity,
  type ReadOptions,
  type RunCheckpoint,
  type SessionChange,
  type SessionClaim,
  type SessionCommand,
  type SessionInfo,
  type SessionNote,
  type SessionQuery,
  type SessionReaders,
  type SessionRow,
  type SessionWrite,
  type StorageDegradation,
  storageError,
  type StorageErrorKind,
  type WaitingMessage,
} from '../../storage.ts'
export { hash } from '../../json/hash.ts'
export { findWords, type TextRange } from './find-words.ts'
export {
  isEmptySession,
  listSessions,
  newSession,
  orAborted,
  pageOf,
  type SessionContent,
  toSessionInfo,
} from './list-sessions.ts'
export { changeSession, memoryStorage } from './memory-storage.ts'
export { Slices } from '../../slices.ts'
