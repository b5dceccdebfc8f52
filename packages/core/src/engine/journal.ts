import type { AssistantToolCall, Message } from '../messages/message.ts'

/** A call that is about to run. */
export interface StartingCall {
  readonly call: AssistantToolCall
  readonly effect: string
  readonly idempotencyKey: string
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
  /** Writes that the run has ended. Never rejects. */
  end(): Promise<void>
  /** Tells if a page started the call, and ended before its answer. */
  wasStarted(callId: string): boolean
  /** Tells if a person must approve before the call runs again. */
  mustAsk(callId: string): boolean
}
