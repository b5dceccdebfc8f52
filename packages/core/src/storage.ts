import type { ApprovalDecision, PendingApproval } from './approval/policy.ts'
import { AgentError } from './errors/agent-error.ts'
import type { JsonObject } from './json/json.ts'
import type { AssistantToolCall, Message, ToolMessage, UserMessage } from './messages/message.ts'
import type { Usage } from './model/usage.ts'
import type { CallRecord } from './state/calls.ts'
import type { ActivityState } from './state/stores.ts'
import type { OutsideSource } from './tools/context.ts'

/**
 * The kind of a storage's failure:
 *
 * - `lost`: another page runs the session now
 * - `duplicate`: the call was started before
 * - `quota`: no space is left
 * - `not_json`: a value cannot be stored
 * - `local`: the session must not leave the device, and the storage is elsewhere
 * - `unavailable`: any other reason
 */
export type StorageErrorKind = 'lost' | 'duplicate' | 'quota' | 'not_json' | 'local' | 'unavailable'

/** Returns the error of a storage that failed. Nothing of the failed write is stored. */
export const storageError = (
  kind: StorageErrorKind,
  message: string,
  options?: ErrorOptions,
): AgentError<'storage'> =>
  new AgentError(message, { ...options, code: 'storage', details: { kind } })

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
   * `storageError`: of the kind `lost` if another page has the session.
   */
  renew?(): Promise<void>
  /**
   * Stores everything, or rejects with `storageError`. The kind is `lost` if another page took the
   * session over, and `duplicate` if the intent was stored before. Resolves when the write is
   * durable, with the session after the write.
   */
  write(write: SessionWrite): Promise<SessionRow>
  /** Whether this page may still run the session, according to the storage. */
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
   * The words to look for, separated by white space, in titles and in what the user, the model
   * and the tools said. Lists the sessions that have every word, also inside another word. Upper
   * and lower case are the same, and letters with and without accents. At most 50 words, and 1,000
   * characters. Default: all sessions.
   */
  readonly query?: string | undefined
}

/**
 * A place that keeps sessions; made by `memoryStorage` or `indexedDbStorage` of `ambit/storage`.
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
   * time that the writes of a run take. With false, the storage is not on the device: it gets
   * nothing of a session that has read a scope with `local`. Set it for a storage on a server.
   */
  readonly isLocal?: boolean | undefined
  /**
   * Fetches the code of a storage that is loaded late. The agent waits for it before it reads the
   * first session, and calls it again if it has rejected.
   */
  preload?(): Promise<void>
  /**
   * Called before anything else with the SHA-256 of the id of the agent's `user`, as 64 hex digits.
   * A storage behind a network names that user in its requests, so that a server where another one
   * is signed in refuses them. Not called for an agent without a `user`.
   */
  keepTo?(userHash: string): void
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
   * files. Absent if files are to stay in the messages. Rejects with the code `storage`.
   */
  putBlob?(id: string, hash: string, blob: Blob): Promise<void>
  /** Reads a file of a session. Resolves with undefined if the session has none of that hash. */
  getBlob?(id: string, hash: string, options?: ReadOptions): Promise<Blob | undefined>
  /**
   * Claims a session, and creates it if there is none. Waits until no other page has the claim.
   * With `isWaiting: false`, resolves with undefined at once if another page has it. Rejects with
   * the signal's reason, or with `storageError`.
   */
  claim(
    id: string,
    options: {
      readonly at: number
      readonly isWaiting?: boolean | undefined
      /** The id of the page that claims, for a storage that keeps its claims somewhere else. */
      readonly holder?: string | undefined
      /**
       * What the user has said to the run that claims. A storage behind a network can add it to
       * the session's `waiting` with the claim. The model is then asked one round trip sooner. Any
       * other storage ignores it.
       */
      readonly waiting?: readonly WaitingMessage[] | undefined
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
   * Calls `listener` for everything that is wrong, also since before this call, until the returned
   * function is called. Calls it with `isOver` for what no longer is wrong. Operations that reject
   * need not be told.
   */
  onDegraded(listener: (what: StorageDegradation) => void): () => void
}

/** The facts about a stored session that need no reading of its messages. */
export interface SessionInfo {
  readonly id: string
  readonly title?: string | undefined
  /** The time of creation, in milliseconds since the Unix epoch. */
  readonly createdAt: number
  readonly updatedAt: number
  /** The number of messages, including those off the open path. */
  readonly messages: number
  /** The usage of all stored runs of the session. */
  readonly usage: Usage
  readonly costUsd?: number | undefined
  /** True if a run of the session has not ended: it continues in some page, or was cut short. */
  readonly isRunning: boolean
  /**
   * The place that a query was found at: `text` is a line of about 160 characters around it. Absent
   * without a query, or if every word of the query is in the title.
   */
  readonly match?: { readonly text: string } | undefined
}

/** The progress of a run that has not ended. */
export interface RunCheckpoint {
  readonly runId: string
  /** The number of answered model calls. */
  readonly iterations: number
  readonly usage: Usage
  readonly costUsd?: number | undefined
  /** The amounts that the run's tools were charged, by the key of the limit. */
  readonly charged: Readonly<Record<string, number>>
  /**
   * The pages of the calls of the last message, by call id. Each is a hash of the tool and of the
   * context of its scope. Calls with a subject have none.
   */
  readonly pages?: Readonly<Record<string, string>> | undefined
}

/** A stored session, without its messages. */
export interface SessionRow {
  readonly id: string
  readonly title?: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
  /** A number that each new claim raises. A write under an older epoch is refused. */
  readonly epoch: number
  /** The number of the next message; the first is 0. */
  readonly next: number
  /** The id of the last message of the open path. */
  readonly head: string | null
  /** The state that the session's tools share. */
  readonly state: JsonObject
  readonly usage: Usage
  readonly costUsd?: number | undefined
  /** The run that has not ended, if there is one. */
  readonly run?: RunCheckpoint | undefined
  /**
   * The ids of stored messages that a guardrail refused later. No page shows them, no request has
   * them, and no export. Absent if there are none.
   */
  readonly refused?: readonly string[] | undefined
  /** The messages of the user that no run has taken, in order. Absent if there is none. */
  readonly waiting?: readonly WaitingMessage[] | undefined
}

/** Something the user has said while a run went on, stored until a run takes it. */
export interface WaitingMessage {
  readonly id: string
  readonly content: UserMessage['content']
  /** True if a `local` scope was on the page when it was said: it must not leave the device. */
  readonly local?: true | undefined
}

/** One message and its number in the session. */
export interface MessageRow {
  readonly seq: number
  readonly message: Message
}

/**
 * The record that a call is about to run, stored before its handler starts. With an `answer`, the
 * record that the call has ended before its turn in the history.
 */
export interface Intent {
  /** The call as it was started, with what a plug-in or a user had changed. */
  readonly call: AssistantToolCall
  /** The tool's `effect`. */
  readonly effect: string
  /** The key that the handler gets as `ctx.idempotencyKey`. */
  readonly key: string
  readonly runId: string
  readonly startedAt: number
  /**
   * The number of this record of the call: 1 for the first. A call that runs again after a crash,
   * or that has its `answer`, gets the next number. A storage refuses a number that is not greater.
   */
  readonly attempt: number
  /**
   * The answer of a call that has ended before its turn in the history has come. It is added to the
   * messages when an earlier call of its message, or the chat beside a call of the page, lets it.
   */
  readonly answer?: ToolMessage | undefined
  /** The caller, if no model asked for the call: `ui` for the page, or the kind of another one. */
  readonly source?: 'ui' | OutsideSource | undefined
  /** The third-party text that its arguments come from, in words, if no model asked for it. */
  readonly taint?: string | undefined
  /** True if a user changed the arguments of the call before it was started. */
  readonly isChanged?: true | undefined
}

/** The fields of a session that may change. `run: null` means that its run has ended. */
export interface SessionChange {
  readonly title?: string | undefined
  readonly head?: string | null | undefined
  readonly state?: JsonObject | undefined
  readonly usage?: Usage | undefined
  readonly costUsd?: number | undefined
  readonly run?: RunCheckpoint | null | undefined
  readonly refused?: readonly string[] | undefined
  readonly waiting?: readonly WaitingMessage[] | undefined
}

/** The data of one transaction. Either all of it is stored, or nothing. */
export interface SessionWrite {
  readonly at: number
  /**
   * The id of the write. The answer of a write can be lost on its way. The same write is then sent
   * again with the same id. A storage that has stored it resolves with the session after it, and
   * stores nothing more.
   */
  readonly id?: string | undefined
  /**
   * The number that the first of the messages must get. The storage refuses the write as `lost` if
   * the session's next number is another one.
   */
  readonly next?: number | undefined
  /**
   * The messages to add. They get the next numbers, in this order. An answer closes the intent of
   * its call, also one of the same write.
   */
  readonly messages?: readonly Message[] | undefined
  /** The intents to add, in this order. The storage refuses all of the write if it refuses one. */
  readonly intents?: readonly Intent[] | undefined
  readonly session?: SessionChange | undefined
  /** True to survive a crash of the operating system too, if the storage can. Default false. */
  readonly isStrict?: boolean | undefined
}

/** A note from one page to the others about a session. */
export type SessionNote =
  | { readonly type: 'advanced'; readonly next: number; readonly isRunning: boolean }
  /** The approvals that the page that runs the session waits for. */
  | { readonly type: 'approvals'; readonly pending: readonly PendingApproval[] }
  /** The activity of the page that runs the session. */
  | { readonly type: 'activity'; readonly activity: PageActivity }
  /** The session was deleted, so no page continues it. */
  | { readonly type: 'gone' }
  | { readonly type: 'command'; readonly command: SessionCommand }

/** A page's activity in a session, as the other pages show it. */
export interface PageActivity extends Pick<ActivityState, 'status' | 'waitingFor' | 'retryAt'> {
  /** The calls of the message that was stored last. Their arguments are in that message. */
  readonly calls: readonly Omit<CallRecord, 'runId' | 'input' | 'undo' | 'touched'>[]
}

/**
 * A request to the page that runs the session: to stop, to report its activity and approvals, or to
 * accept a user's answer.
 */
export type SessionCommand =
  | { readonly type: 'stop' }
  | { readonly type: 'report' }
  | {
      readonly type: 'answer'
      /** The id of the approval request. */
      readonly id: string
      readonly decision: ApprovalDecision
    }

/** The readers of a storage that has the rows of all its sessions at hand. */
export interface SessionReaders<Stored> {
  /** Returns the session of a row. Called for the sessions that the query needs. */
  readonly toRow: (stored: Stored) => SessionRow | Promise<SessionRow>
  /** Reads messages, as {@link AgentStorage.readMessages} does. */
  readonly readMessages: AgentStorage['readMessages']
  /** Reads intents, as {@link AgentStorage.readIntents} does. For sessions without messages. */
  readonly readIntents: AgentStorage['readIntents']
}

/**
 * The reason for which a storage keeps nothing, or not everything. `newer`: later code has written
 * what this code cannot use, and does not change. `local`: the session must not leave the device.
 * `branched`: everything is kept, and a session went on on two devices.
 */
export type DegradeReason =
  | 'unavailable'
  | 'blocked'
  | 'quota'
  | 'low_space'
  | 'history_lost'
  | 'rows_damaged'
  | 'cleared'
  | 'newer'
  | 'local'
  | 'branched'

/** A problem of a storage, for people who run the application. */
export interface StorageDegradation {
  readonly reason: DegradeReason
  readonly message: string
  /** True if the problem of that reason is over, so that nothing is said of it any more. */
  readonly isOver?: true | undefined
}
