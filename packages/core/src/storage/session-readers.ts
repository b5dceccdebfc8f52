import type { SessionRow } from './session-row.ts'
import type { AgentStorage } from './storage.ts'

/** The readers of a storage that has the rows of all its sessions at hand. */
export interface SessionReaders<Stored> {
  /** Returns the session of a row. Called for the sessions that the query needs. */
  readonly toRow: (stored: Stored) => SessionRow | Promise<SessionRow>
  /** Reads messages, as {@link AgentStorage.readMessages} does. */
  readonly readMessages: AgentStorage['readMessages']
  /** Reads intents, as {@link AgentStorage.readIntents} does. For sessions without messages. */
  readonly readIntents: AgentStorage['readIntents']
}
