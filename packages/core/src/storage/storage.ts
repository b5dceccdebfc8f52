import { AgentError } from '../errors/agent-error.ts'
import type { StorageDegradation } from './storage-degradation.ts'
import type { SessionNote } from './session-note.ts'
import type {
  Intent,
  MessageRow,
  SessionChange,
  SessionInfo,
  SessionRow,
  SessionWrite,
} from './session-row.ts'

/**
 * The reason for which a storage failed:
 *
 * - `lost`: another page runs the session now
 * - `duplicate`: the call was started before
 * - `quota`: no space is left
 * - `not_json`: a value cannot be stored
 * - `unavailable`: any other reason
 */
export type StorageErrorCode = 'lost' | 'duplicate' | 'quota' | 'not_json' | 'unavailable'

/** The error of a storage that failed. Nothing of the failed write is stored. */
export class StorageError extends AgentError {
  readonly code: StorageErrorCode
  override get name(): string {
    return 'StorageError'
  }
  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The right to run a session. One page at a time has it. */
export interface SessionClaim {
  /** The session at the time when the claim was granted. */
  readonly row: SessionRow
  /**
   * The intents of calls that were started and have no answer, as `readIntents` reads them. Absent
   * if the storage did not read them with the claim.
   */
  readonly intents?: readonly Intent[] | undefined
  /**
   * The time after which the storage gives the claim to another page unless `renew` was called, in
   * milliseconds. Absent if the claim lasts as long as its page. Browsers let a hidden page run
   * once a minute, so at least 90,000 is a good choice.
   */
  readonly leaseMs?: number | undefined
  /**
   * A signal that aborts when another page has taken the session over, or when this page is
   * discarded. A storage behind a network aborts it when its server says so.
   */
  readonly lost: AbortSignal
  /**
   * Keeps the claim for another `leaseMs`. Called about three times in that time. Rejects with
   * `StorageError`: with the code `lost` if another page has the session.
   */
  renew?(): Promise<void>
  /**
   * Stores everything, or rejects with `StorageError`. The code is `lost` if another page took the
   * session over, and `duplicate` if the intent was stored before. Resolves when the write is
   * durable, with the session after the write.
   */
  write(write: SessionWrite): Promise<SessionRow>
  /** Tells if this page may still run the session, according to the storage. */
  holds(): Promise<boolean>
  /** Releases the claim, so that the next page can run the session. Never rejects. */
  release(): Promise<void>
}

/**
 * The messages to read: those with numbers from `from`, or the newest `last` before number
 * `before`.
 */
export type MessageRange =
  | { readonly from: number }
  | { readonly last: number; readonly before?: number | undefined }

/** The options of a reading. */
export interface ReadOptions {
  /** A signal that ends the reading. It rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** A query for sessions. */
export interface SessionQuery extends ReadOptions {
  /**
   * The last session of the page before, or a time in milliseconds since the Unix epoch. Lists the
   * sessions that come after it in the list, or that were used before that time. Default: from the
   * newest on.
   */
  readonly before?: number | Pick<SessionInfo, 'id' | 'updatedAt'> | undefined
  /** The most sessions to list, a whole number from 1. Default: all. */
  readonly limit?: number | undefined
  /**
   * The words to look for, separated by white space, in titles and in what the person, the model
   * and the tools said. Lists the sessions that have every word, also inside another word. Upper
   * and lower case are the same, and letters with and without accents. Default: all sessions.
   */
  readonly query?: string | undefined
}

/**
 * A place that keeps sessions; made by `memoryStorage`, or by `indexedDbStorage` of
 * `@ambit/browser`.
 */
export interface AgentStorage {
  /**
   * An id of the data: the storage of another user, or of another application, has another one. The
   * widget writes it into the keys of `sessionStorage`, so it must be no secret. Without an id, the
   * draft of a conversation that is not stored yet ends with the page.
   */
  readonly id?: string | undefined
  /**
   * True if no write goes over a network, as with the database of the browser. A result is then
   * always durable before the next request, however slow the machine is. Default: decided by the
   * time that the writes of a run take.
   */
  readonly isLocal?: boolean | undefined
  /**
   * Lists sessions, the most recently used first. Those with equal times are in the order of their
   * ids, as `<` of JavaScript compares them. Empty sessions are left out, as `isEmptySession`
   * tells. `listSessions` does all of this for a storage that has
   * its rows at hand. A storage may ignore the query: the agent then lists the page itself, and
   * looks for the words in titles alone.
   */
  list(query?: SessionQuery): Promise<readonly SessionInfo[]>
  /** Reads a session. Resolves with undefined if there is none with that id. */
  read(id: string, options?: ReadOptions): Promise<SessionRow | undefined>
  /** Reads messages in order. Messages that cannot be read are left out. */
  readMessages(
    id: string,
    range: MessageRange,
    options?: ReadOptions,
  ): Promise<readonly MessageRow[]>
  /**
   * Reads the intents of calls that were started and have no answer. An intent that cannot be read
   * is returned with the id of its call and an empty `name`, because the call was started.
   */
  readIntents(id: string, options?: ReadOptions): Promise<readonly Intent[]>
  /**
   * Stores a file of a claimed session by the SHA-256 of its bytes, as 64 lower-case hex digits.
   * Does nothing if the session has it already, or was deleted. Deleting the session deletes its
   * files. Absent if files are to stay in the messages. Rejects with `StorageError`.
   */
  putBlob?(id: string, hash: string, blob: Blob): Promise<void>
  /** Reads a file of a session. Resolves with undefined if the session has none of that hash. */
  getBlob?(id: string, hash: string, options?: ReadOptions): Promise<Blob | undefined>
  /**
   * Claims a session, and creates it if there is none. Waits until no other page has the claim.
   * With `isWaiting: false`, resolves with undefined at once if another page has it. Rejects with
   * the signal's reason, or with `StorageError`.
   */
  claim(
    id: string,
    options: {
      readonly at: number
      readonly isWaiting?: boolean | undefined
      /** The id of the page that claims, for a storage that keeps its claims somewhere else. */
      readonly holder?: string | undefined
      readonly signal?: AbortSignal | undefined
    },
  ): Promise<SessionClaim | undefined>
  /**
   * Changes fields that do not belong to a run. With `ifHead`, changes nothing and resolves with
   * false if the session's head is another one by then.
   */
  update(
    id: string,
    change: Pick<SessionChange, 'title' | 'head'>,
    options?: { readonly ifHead?: string | null | undefined },
  ): Promise<boolean | void>
  delete(id: string): Promise<void>
  /**
   * Calls `listener` with the notes of other pages about a session, including its deletion, until
   * the returned function is called.
   */
  watch(id: string, listener: (note: SessionNote) => void): () => void
  /** Sends a note about a session to the other pages. */
  send(id: string, note: SessionNote): void
  /**
   * Calls `listener` for everything that went wrong, also before this call, until the returned
   * function is called.
   */
  onDegraded(listener: (what: StorageDegradation) => void): () => void
}
