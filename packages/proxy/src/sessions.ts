export {
  deleteOlderThan,
  deleteSubject,
  type ExportedSession,
  exportSubject,
} from './sessions/people.ts'
export { postgresSessions } from './sessions/postgres-sessions.ts'
export { sessions, type SessionsOptions } from './sessions/sessions.ts'
export { sqliteSessions } from './sessions/sqlite-sessions.ts'
export type { SessionStore } from './sessions/store.ts'
