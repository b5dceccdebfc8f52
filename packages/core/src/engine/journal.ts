import type { AssistantToolCall, Message } from '../messages/message.ts'

/** A call that is about to run. */
export interface StartingCall {
  readonly call: AssistantToolCall
  readonly effect: string
  readonly idempotencyKey: string
}

/** What a run with a storage writes down as it goes. */
export interface Journal {
  /** Resolves when the messages are durable, or the run has been told that they are not. Never rejects. */
  append(messages: readonly Message[]): Promise<void>
  /** Resolves when the call may run: that it is about to is durable. Rejects with `StorageError`. */
  started(call: StartingCall): Promise<void>
  /** Writes that the run has ended. Never rejects. */
  end(): Promise<void>
  /** Whether a person has to agree before the call runs again. */
  mustAsk(callId: string): boolean
}
