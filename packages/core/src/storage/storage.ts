import { AgentError } from '../errors/agent-error.ts'
import type { ApprovalDecision, ApprovalRequest } from '../approval/approval-request.ts'
import type { ActivityState, CallActivity } from '../state/activity.ts'
import type { StorageDegradation } from '../events.ts'
import type { JsonObject } from '../json/json.ts'
import type { AssistantToolCall, Message, ToolMessage } from '../messages/message.ts'
import type { Usage } from '../budget/usage.ts'

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
}

/** The progress of a run that has not ended. */
export interface RunCheckpoint {
  readonly runId: string
  /** The number of answered model calls. */
  readonly iterations: number
  readonly usage: Usage
  readonly costUsd?: number | undefined
  /** The amounts that the run's tools were charged, by budget key. */
  readonly charged: Readonly<Record<string, number>>
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
  /** The call as it was started, with what a hook or a person had changed. */
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
  /** The value `ui` if the page, not a model, asked for the call. */
  readonly source?: 'ui' | undefined
  /** True if a person changed the arguments of the call before it was started. */
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
}

/** The data of one transaction. Either all of it is stored, or nothing. */
export interface SessionWrite {
  readonly at: number
  /**
   * The messages to add. They get the next numbers, in this order. An answer closes the intent of
   * its call.
   */
  readonly messages?: readonly Message[] | undefined
  readonly intent?: Intent | undefined
  readonly session?: SessionChange | undefined
  /** True to survive a crash of the operating system too, if the storage can. Default false. */
  readonly isStrict?: boolean | undefined
}

/** The right to run a session. One page at a time has it. */
export interface SessionClaim {
  /** The session at the time when the claim was granted. */
  readonly row: SessionRow
  /**
   * A signal that aborts when another page has taken the session over, or when this page is
   * discarded.
   */
  readonly lost: AbortSignal
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

/** A note from one page to the others about a session. */
export type SessionNote =
  | { readonly type: 'advanced'; readonly next: number; readonly isRunning: boolean }
  /** The approvals that the page that runs the session waits for. */
  | { readonly type: 'approvals'; readonly pending: readonly ApprovalRequest[] }
  /** The activity of the page that runs the session. */
  | { readonly type: 'activity'; readonly activity: PageActivity }
  /** The session was deleted, so no page continues it. */
  | { readonly type: 'gone' }
  | { readonly type: 'command'; readonly command: SessionCommand }

/** A page's activity in a session, as the other pages show it. */
export interface PageActivity extends Pick<ActivityState, 'status' | 'waitingFor' | 'retryAt'> {
  /** The calls of the message that was stored last. Their arguments are in that message. */
  readonly calls: readonly Omit<CallActivity, 'input'>[]
}

/**
 * A request to the page that runs the session: to stop, to report its activity and approvals, or to
 * accept a person's answer.
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

/**
 * A place that keeps sessions; made by `memoryStorage`, or by `indexedDbStorage` of
 * `@ambit/browser`.
 */
export interface AgentStorage {
  /** Lists the sessions, newest first. */
  list(): Promise<readonly SessionInfo[]>
  /** Reads a session. Resolves with undefined if there is none with that id. */
  read(id: string): Promise<SessionRow | undefined>
  /** Reads messages in order. Messages that cannot be read are left out. */
  readMessages(id: string, range: MessageRange): Promise<readonly MessageRow[]>
  /**
   * Reads the intents of calls that were started and have no answer. An intent that cannot be read
   * is returned with the id of its call and an empty `name`, because the call was started.
   */
  readIntents(id: string): Promise<readonly Intent[]>
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
      readonly signal?: AbortSignal | undefined
    },
  ): Promise<SessionClaim | undefined>
  /** Changes fields that do not belong to a run. */
  update(id: string, change: Pick<SessionChange, 'title' | 'head'>): Promise<void>
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
