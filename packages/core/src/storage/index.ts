export type { DegradeReason, StorageDegradation } from './storage-degradation.ts'
export { hash } from '../json/hash.ts'
export { findWords, type TextRange } from './find-words.ts'
export {
  isEmptySession,
  listSessions,
  type SessionContent,
  toSessionInfo,
} from './list-sessions.ts'
export { changeSession, memoryStorage, newSession } from './memory-storage.ts'
export {
  type AgentStorage,
  type MessageRange,
  type ReadOptions,
  type SessionClaim,
  type SessionQuery,
  StorageError,
  type StorageErrorCode,
} from './storage.ts'
export type { SessionReaders } from './session-readers.ts'
export type {
  Intent,
  MessageRow,
  RunCheckpoint,
  SessionChange,
  SessionInfo,
  SessionRow,
  SessionWrite,
  WaitingMessage,
} from './session-row.ts'
export type { PageActivity, SessionCommand, SessionNote } from './session-note.ts'
export { Slices } from '../slices.ts'
