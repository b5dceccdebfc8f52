export {
  deleteOlderThan,
  deleteSubject,
  type ExportedSession,
  exportSubject,
} from './sessions/people.ts'
export { s3Files, type S3FilesOptions } from './sessions/s3-files.ts'
export { postgresSessions } from './sessions/postgres-sessions.ts'
export type { SessionLimits } from './sessions/session-limits.ts'
export { sessions, type SessionsOptions } from './sessions/sessions.ts'
export { sqliteSessions } from './sessions/sqlite-sessions.ts'
export type { SessionFiles, SessionStore } from './sessions/store.ts'
