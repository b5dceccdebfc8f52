import type {
  Agent,
  CallOptions,
  ChatInput,
  OnBusy,
  ResumeOptions,
  Run,
  WithOptions,
} from '@ambit/core'
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
   * Returns the options of a run: those of a call, and in `with` those of `agent.with`. The default
   * for `onBusy` is that of the agent. Without one, a new message waits for the run that goes on
   * (`queue`). An edited message, or an answer that is written again, takes its place
   * (`interrupt`). With `again: true`, an answer is written again also if its calls took effect.
   */
  readonly callOptions?:
    | ((
        sent: SentRequest,
      ) => CallOptions & Pick<ResumeOptions, 'again'> & { readonly with?: WithOptions | undefined })
    | undefined
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

/** The ways in which a chat begins a run. */
export interface ChatVerbs {
  chat(input: ChatInput, replaces?: string): Run<unknown>
  resume(from?: string): Run<unknown>
}

/** Returns the verbs for a run that a chat asks for, with the options of that run. */
export function toVerbs(
  { agent }: { readonly agent: Agent },
  { chatId, body, metadata }: SentRequest,
  { callOptions }: AgentTransportOptions,
  onBusy: OnBusy = 'queue',
): ChatVerbs {
  const { with: others, again, ...call } = callOptions?.({ chatId, body, metadata }) ?? {}
  const verbs = agent.with({ onBusy: agent.onBusy ?? onBusy, ...others })
  return {
    chat: (input, replaces) => verbs.chat(input, { ...call, replaces }),
    resume: (from) => verbs.resume({ ...call, from, again }),
  }
}
