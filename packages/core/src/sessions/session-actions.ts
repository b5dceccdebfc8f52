import type { SessionInfo } from '../storage/storage.ts'
import type { SessionExport } from './portable-session.ts'

/** What does what can be done with all sessions; as `Sessions` says it. */
export interface Keeper {
  list(): Promise<readonly SessionInfo[]>
  open(id: string): Promise<void>
  create(): Promise<string>
  rename(id: string, title: string): Promise<void>
  delete(id: string): Promise<void>
  export(id: string): Promise<SessionExport>
  import(exported: unknown): Promise<string>
  loadOlder(): Promise<void>
}
