import { AgentError } from '../errors/agent-error.ts'
import type { ApprovalDecision, ApprovalRequest } from '../approval/approval-request.ts'
import type { ActivityState, CallActivity } from '../state/activity.ts'
import type { StorageDegradation } from '../events.ts'
import type { JsonObject } from '../json/json.ts'
import type { AssistantToolCall, Message } from '../messages/message.ts'
import type { Usage } from '../budget/usage.ts'

/**
 * Why a storage did not do what it was asked: `lost` (another page runs the session now), `duplicate` (the call was started before),
 * `quota` (no space is left), `not_json` (a value cannot be stored), `unavailable` (anything else).
 */
export type StorageErrorCode = 'lost' | 'duplicate' | 'quota' | 'not_json' | 'unavailable'

/** A storage failed. Nothing of what it was asked to write is stored. */
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

/** What is known of a stored session without reading its messages. */
export interface SessionInfo {
  readonly id: string
  readonly title?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  readonly updatedAt: number
  /** How many messages it has, those off the open path among them. */
  readonly messages: number
  /** Of all runs of the session that were stored. */
  readonly usage: Usage
  readonly costUsd?: number | undefined
  /** A run of it has not ended: it goes on in some page, or was cut short. */
  readonly isRunning: boolean
}

/** How far a run that has not ended is. */
export interface RunCheckpoint {
  readonly runId: string
  /** How many model calls have been answered. */
  readonly iterations: number
  readonly usage: Usage
  readonly costUsd?: number | undefined
  /** What its tools were charged, by budget key. */
  readonly charged: Readonly<Record<string, number>>
}

/** One session as it is stored, its messages aside. */
export interface SessionRow {
  readonly id: string
  readonly title?: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
  /** Counts who has run the session; a write under an older epoch is refused. */
  readonly epoch: number
  /** The number the next message gets, from 0. */
  readonly next: number
  /** The last message of the open path. */
  readonly head: string | null
  /** What its tools share. */
  readonly state: JsonObject
  readonly usage: Usage
  readonly costUsd?: number | undefined
  /** There while a run has not ended. */
  readonly run?: RunCheckpoint | undefined
}

/** One message and its number in the session. */
export interface MessageRow {
  readonly seq: number
  readonly message: Message
}

/** That a call is about to run: stored before its handler starts. */
export interface Intent {
  readonly call: AssistantToolCall
  /** The tool's `effect`. */
  readonly effect: string
  /** What the handler gets as `ctx.idempotencyKey`. */
  readonly key: string
  readonly runId: string
  readonly startedAt: number
  /** 1 for the first time; a call that is run again after a crash has 2. */
  readonly attempt: number
  /** `ui` when the page, not a model, asked for the call. */
  readonly source?: 'ui' | undefined
}

/** What may be changed of a session; `run: null` tells that its run has ended. */
export interface SessionChange {
  readonly title?: string | undefined
  readonly head?: string | null | undefined
  readonly state?: JsonObject | undefined
  readonly usage?: Usage | undefined
  readonly costUsd?: number | undefined
  readonly run?: RunCheckpoint | null | undefined
}

/** What one transaction stores, all of it or nothing. */
export interface SessionWrite {
  readonly at: number
  /** Get the next numbers, in this order. Answers close the intents of their calls. */
  readonly messages?: readonly Message[] | undefined
  readonly intent?: Intent | undefined
  readonly session?: SessionChange | undefined
  /** Survives a crash of the operating system too, where the storage can. Default false. */
  readonly isStrict?: boolean | undefined
}

/** The right to run a session, which one page at a time has. */
export interface SessionClaim {
  /** The session as it was when the claim was granted. */
  readonly row: SessionRow
  /** Aborts when another page has taken over, or this one is being put away. */
  readonly lost: AbortSignal
  /**
   * Stores everything or rejects with `StorageError`: `lost` when the session was taken over, `duplicate` when the intent was stored before. Resolves, once it is
   * durable, with the session as it then is.
   */
  write(write: SessionWrite): Promise<SessionRow>
  /** Whether the session is still this page's to run, by what is stored. */
  holds(): Promise<boolean>
  /** Lets the next page run it. Never rejects. */
  release(): Promise<void>
}

/** Which messages to read: those numbered from `from`, or the newest `last` before number `before`. */
export type MessageRange =
  | { readonly from: number }
  | { readonly last: number; readonly before?: number | undefined }

/** What pages say to each other about a session. */
export type SessionNote =
  | { readonly type: 'advanced'; readonly next: number; readonly isRunning: boolean }
  /** What the page that runs the session waits for a person for. */
  | { readonly type: 'approvals'; readonly pending: readonly ApprovalRequest[] }
  /** What the page that runs the session is doing. */
  | { readonly type: 'activity'; readonly activity: PageActivity }
  /** The session was deleted: nobody goes on with it. */
  | { readonly type: 'gone' }
  | { readonly type: 'command'; readonly command: SessionCommand }

/** What a page does with a session, as the others show it. */
export interface PageActivity extends Pick<ActivityState, 'status' | 'waitingFor' | 'retryAt'> {
  /** Of the message that was stored last; the arguments are in that. */
  readonly calls: readonly Omit<CallActivity, 'input'>[]
}

/** What a page asks of the one that runs the session: to stop, to tell what it waits for, or to take a person's answer. */
export type SessionCommand =
  | { readonly type: 'stop' }
  | { readonly type: 'report' }
  | {
      readonly type: 'answer'
      /** Of the request. */
      readonly id: string
      readonly decision: ApprovalDecision
    }

/** Where sessions are kept; made by `memoryStorage`, or by `indexedDbStorage` of `@ambit/browser`. */
export interface AgentStorage {
  /** Newest first. */
  list(): Promise<readonly SessionInfo[]>
  /** Undefined when there is none of that id. */
  read(id: string): Promise<SessionRow | undefined>
  /** In order. What cannot be read is left out. */
  readMessages(id: string, range: MessageRange): Promise<readonly MessageRow[]>
  /** Of calls that were started and have no answer. One that cannot be read is told with the id of its call and an empty `name`: it was started all the same. */
  readIntents(id: string): Promise<readonly Intent[]>
  /**
   * Resolves when this page may run the session, which is made when there is none. With `isWaiting: false` it resolves with undefined at once when another page runs it. Rejects
   * with the signal's reason, or `StorageError`.
   */
  claim(
    id: string,
    options: {
      readonly at: number
      readonly isWaiting?: boolean | undefined
      readonly signal?: AbortSignal | undefined
    },
  ): Promise<SessionClaim | undefined>
  /** Changes what no run has a say in. */
  update(id: string, change: Pick<SessionChange, 'title' | 'head'>): Promise<void>
  delete(id: string): Promise<void>
  /** Hears what other pages say about a session, and that it was deleted, until the returned function is called. */
  watch(id: string, listener: (note: SessionNote) => void): () => void
  /** Says something about a session to the other pages. */
  send(id: string, note: SessionNote): void
  /** Hears of what went wrong, also of what did before. Until the returned function is called. */
  onDegraded(listener: (what: StorageDegradation) => void): () => void
}
