import type { Intent } from '../storage/session-row.ts'
import type { AssistantToolCall, Message, ToolMessage } from '../messages/message.ts'

/** A call that is about to run. */
export interface StartingCall {
  readonly call: AssistantToolCall
  readonly effect: string
  readonly idempotencyKey: string
  /** True if a person changed the arguments. */
  readonly isChanged: boolean
}

/** The record that a run with a storage writes as it proceeds. */
export interface Journal {
  /**
   * Writes messages. Resolves when the messages are durable, or when the run knows that the write
   * failed. Never rejects.
   */
  append(messages: readonly Message[]): Promise<void>
  /**
   * Writes that a call is about to run. Resolves when the write is durable, so that the call may
   * run. Rejects with `StorageError`.
   */
  started(call: StartingCall): Promise<void>
  /**
   * Writes the answer of a call that ended before its turn in the history has come. `append` gets
   * the answer later. Resolves as `append` does. Never rejects.
   */
  ended(call: AssistantToolCall, answer: ToolMessage): Promise<void>
  /**
   * Writes that messages left the history because a guardrail refused them. Resolves when the write
   * is durable. Never rejects.
   */
  refused(ids: readonly string[]): Promise<void>
  /** Writes that the run has ended. Never rejects. */
  end(): Promise<void>
  /** True if the last run of the session did not end. It may have left calls open. */
  readonly isCut: boolean
  /** The records of the calls that a page before this one started, by call id. */
  readonly intents: ReadonlyMap<string, Intent>
}
