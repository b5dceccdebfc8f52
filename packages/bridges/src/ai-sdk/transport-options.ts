import type { Agent, AgentVerbs, CallOptions, OnBusy, WithOptions } from '@ambit/core'
import type { UIMessage } from 'ai'
import type { PartOptions } from './ui-part.ts'

/** The request of a chat, without its messages. */
export interface SentRequest {
  readonly chatId: string
  /** The `body` that was given to `sendMessage`, `regenerate` or `addToolApprovalResponse`. */
  readonly body?: object | undefined
  readonly metadata?: unknown
}

/** The messages of a chat that the agent's history does not have. */
export interface HistoryDifference {
  readonly chatId: string
  /** The messages, oldest first. */
  readonly unknown: readonly UIMessage[]
}

/** The options of `createAgentTransport`. */
export interface AgentTransportOptions extends PartOptions {
  /**
   * Returns the options of a run: those of a call, and those of `agent.with`. The default for
   * `onBusy` is that of the agent. Without one, a new message waits for the run that goes on
   * (`queue`). An edited message, or an answer that is written again, takes its place
   * (`interrupt`).
   */
  readonly callOptions?: ((sent: SentRequest) => WithOptions & CallOptions) | undefined
  /**
   * The effect of a chat's `stop`, which an unmounted `useChat` calls too. `cancel`: it cancels the
   * run. `leave`: the run goes on, and `resumeStream` shows it again. Default `cancel`.
   */
  readonly onStop?: 'cancel' | 'leave' | undefined
  /**
   * Gets the messages of a chat that the history does not have, which no model sees. Default: a
   * warning on the console, once for each chat.
   */
  readonly onDifference?: ((difference: HistoryDifference) => void) | undefined
}

/** Returns the verbs for a run that a chat asks for, and the options of the call. */
export function toCall(
  { agent }: { readonly agent: Agent },
  { chatId, body, metadata: sent }: SentRequest,
  { callOptions }: AgentTransportOptions,
  onBusy: OnBusy = 'queue',
): { readonly verbs: AgentVerbs; readonly call: CallOptions } {
  const given = callOptions?.({ chatId, body, metadata: sent }) ?? {}
  const { signal, on, tools, output, limits, metadata, ...others } = given
  return {
    verbs: agent.with({ onBusy: agent.onBusy ?? onBusy, ...others }),
    call: { signal, on, tools, output, limits, metadata },
  }
}
