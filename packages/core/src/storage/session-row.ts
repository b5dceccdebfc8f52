import type { OutsideSource } from '../tools/call-source.ts'
import type { Usage } from '../budget/usage.ts'
import type { JsonObject } from '../json/json.ts'
import type { AssistantToolCall, Message, ToolMessage, UserMessage } from '../messages/message.ts'

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
  /** The messages of the person that no run has taken, in order. Absent if there is none. */
  readonly waiting?: readonly WaitingMessage[] | undefined
}

/** Something the person has said while a run went on, stored until a run takes it. */
export interface WaitingMessage {
  readonly id: string
  readonly content: UserMessage['content']
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
  /** The caller, if no model asked for the call: `ui` for the page, or the kind of another one. */
  readonly source?: 'ui' | OutsideSource | undefined
  /** The third-party text that its arguments come from, in words, if no model asked for it. */
  readonly taint?: string | undefined
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
