import type { JSONSchema7 } from '@ai-sdk/provider'
import type { OutsideSource } from './tools/call-source.ts'
import type { ApprovalOutcome, ApprovalRequest } from './approval/approval-request.ts'
import type { CancelReason } from './cancel-reason.ts'
import type { ChatInput, UserContent } from './messages/content.ts'
import type {
  AssistantMessage,
  AssistantToolCall,
  Message,
  ToolMessage,
} from './messages/message.ts'
import type { Usage } from './budget/usage.ts'
import type { BuiltRequest } from './model/built-request.ts'
import type { StorageDegradation } from './storage/storage-degradation.ts'

/** The fields of every event. */
export interface EventBase {
  /** The number of the event, 1..n without a gap. A delta has the `seq` of the event before it. */
  readonly seq: number
  /**
   * The time in milliseconds since the Unix epoch. It is never less than that of the event before,
   * even if the clock goes back.
   */
  readonly at: number
  readonly agentId: string
  readonly runId: string
  readonly rootRunId: string
  /** The `sessionId` that the caller gave to the call. Absent if it gave none. */
  readonly sessionId?: string | undefined
}

/** The fields of every event of one model call. */
interface InIteration {
  /** The 0-based number of the model call. */
  readonly iteration: number
}

/** The fields of every event of one tool call. */
interface OfCall extends InIteration {
  readonly callId: string
  readonly tool: string
}

/** The fields of every event that ends a call. */
interface EndOfCall extends OfCall {
  /** The answer to the call. Absent in `runAgent`, which has no history. */
  readonly message?: ToolMessage | undefined
  /** The amounts that the call was charged, by budget key. Empty if its handler was not run. */
  readonly charged: Readonly<Record<string, number>>
}

/** The fields of every delta. */
interface Delta extends InIteration {
  /** The id that the assistant message will have. */
  readonly messageId: string
  readonly delta: string
  /**
   * The 0-based position among all deltas of the run. A joined delta has the position of its first
   * one.
   */
  readonly index: number
}

/** The fields of every terminal event. */
interface Ended {
  readonly usage: Usage
  /**
   * The messages added to the history after the last iteration started. Absent if there are none.
   */
  readonly added?: readonly Message[] | undefined
}

/** The fields of a `GuardrailError`, which is of `@ambit/core/answers`. */
export interface Refusal extends Error {
  readonly guardrail: string
  readonly reason: string
  readonly phase: 'input' | 'output'
  /** The refused message of the person. Absent for `output` and in the error's JSON. */
  readonly input?: UserContent | undefined
}

/** The fields of each event in addition to {@link EventBase}. */
export interface EventPayloads {
  started: {
    readonly input?: ChatInput | undefined
    /** The run that this run is part of, as `parent` gave it, and the call in it. */
    readonly parentRunId?: string | undefined
    readonly parentCallId?: string | undefined
  }
  iteration_started: InIteration & {
    /** The id that the assistant message will have. */
    readonly messageId: string
    /**
     * The model of the run: its `provider` and its `modelId`. A `preRequest` hook may replace it:
     * see `request_built`.
     */
    readonly provider: string
    readonly modelId: string
    /**
     * The messages added to the history since the run's last event: those of the person, the app,
     * or the page.
     */
    readonly added: readonly Message[]
  }
  /**
   * The request that goes to the model, and what it was built from, after the `preRequest` hooks.
   * It is made only for handlers of this very type. Handlers of `*`, a run's `events` and its
   * iteration leave it out.
   */
  request_built: InIteration & BuiltRequest
  content_delta: Delta
  reasoning_delta: Delta
  tool_call_delta: Delta & OfCall
  iteration_completed: InIteration & { readonly message: AssistantMessage; readonly usage: Usage }
  tool_started: OfCall & {
    readonly call: AssistantToolCall
    /** The name, for people, of the row or card that the call is for. */
    readonly label?: string | undefined
    /** The kind of a caller from outside of the page. Absent for the model and the page itself. */
    readonly source?: OutsideSource | undefined
  }
  tool_progress: OfCall & {
    readonly pct?: number | undefined
    readonly message?: string | undefined
  }
  approval_requested: OfCall & { readonly request: ApprovalRequest }
  /**
   * The outcome of an approval. Also emitted for calls decided without a question, by a remembered
   * approval or because nobody was there.
   */
  approval_resolved: OfCall & ApprovalOutcome
  ask_requested: OfCall & {
    readonly askId: string
    readonly message?: string | undefined
    /** The schema of the answer. Absent if the answer is text. */
    readonly schema?: JSONSchema7 | undefined
  }
  /** The end of a question. Only the tool gets the answer itself. */
  ask_resolved: OfCall & {
    readonly askId: string
    readonly outcome: 'answered' | 'declined' | 'cancelled'
  }
  tool_retrying: OfCall & { readonly attempt: number; readonly error: unknown }
  tool_succeeded: EndOfCall & {
    /**
     * The full value, as the handler returned it and the `onToolCallResult` hooks changed it.
     * Undefined if one of these hooks threw or was cancelled.
     */
    readonly result: unknown
    readonly durationMs: number
    readonly cached?: boolean | undefined
    readonly truncated?: boolean | undefined
    /**
     * True if the model was told that the call succeeded, but got nothing of its result. The result
     * could not be prepared.
     */
    readonly withheld?: boolean | undefined
  }
  tool_failed: EndOfCall & { readonly error: Error }
  tool_cancelled: EndOfCall & { readonly reason: CancelReason }
  tool_undone: OfCall & {
    /** The run that made the call. `runId` is that of the undo. */
    readonly undoneRunId: string
    /** The error that its undo threw. Absent if the call is undone. */
    readonly error?: Error | undefined
    readonly durationMs: number
  }
  /**
   * The end of a wait for the page: of a call for what the calls before it changed, or of the next
   * request. Emitted only where the loop had something to wait for.
   */
  settled: InIteration & {
    /** The id of the call that waited. Absent if it was a request. */
    readonly beforeCallId?: string | undefined
    /** True if the page was ready in time. */
    readonly ok: boolean
    /** The last thing that the loop waited for: see `Settlement`. */
    readonly why: string
    readonly durationMs: number
  }
  request_retrying: InIteration & {
    /** The number of the retry; 1 for the first. */
    readonly attempt: number
    readonly delayMs: number
    readonly error: Error
  }
  /**
   * A message that a guardrail refused, of the person or of the model. It is in no request and in
   * no history. A refused message that was steered does not end the run.
   */
  message_refused: { readonly error: Refusal }
  compacted: InIteration & {
    /** The number of messages in the history. `sent` is the number that was sent. */
    readonly messages: number
    readonly sent: number
  }
  usage: InIteration & {
    readonly usage: Usage
    readonly estimated?: boolean | undefined
    /** The cost of the model call in US dollars. Absent if `rates` has not got the model. */
    readonly costUsd?: number | undefined
  }
  /** A wait for the network. The request is sent when the network is back. */
  waiting_online: InIteration
  /** A storage that keeps nothing, or not everything. Emitted once for each reason. */
  storage_degraded: StorageDegradation
  warning: { readonly code: string; readonly message: string }
  custom: OfCall & { readonly name: string; readonly data: unknown }
  completed: Ended & {
    readonly status: 'completed' | 'stopped'
    readonly content: string
  }
  failed: Ended & { readonly error: Error }
  cancelled: Ended & { readonly reason: CancelReason }
}

export type EventName = keyof EventPayloads
/** The type of an event, such as `agent:tool_started`. */
export type EventType = `agent:${EventName}`

/** One observation of a run. Frozen. Live observers and later readers get the same object. */
export type AgentEvent = {
  [Name in EventName]: { readonly type: `agent:${Name}` } & EventBase & EventPayloads[Name]
}[EventName]

/** The event of one type: `EventOf<'agent:completed'>`. */
export type EventOf<T extends EventType> = Extract<AgentEvent, { readonly type: T }>

/** The events that carry a piece of a stream. A run's `events` leaves them out. */
export type DeltaEvent = EventOf<
  'agent:content_delta' | 'agent:reasoning_delta' | 'agent:tool_call_delta'
>

/** Tells if an event is the one that a run ends with. */
export const isTerminal = (
  event: AgentEvent,
): event is EventOf<'agent:completed' | 'agent:failed' | 'agent:cancelled'> =>
  event.type === 'agent:completed' ||
  event.type === 'agent:failed' ||
  event.type === 'agent:cancelled'
