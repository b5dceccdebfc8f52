import type { JSONSchema7 } from '@ai-sdk/provider'
import type { ApprovalOutcome, ApprovalRequest } from './approval/approval-request.ts'
import type { CancelReason } from './cancel-reason.ts'
import type { ChatInput } from './messages/content.ts'
import type {
  AssistantMessage,
  AssistantToolCall,
  Message,
  ToolMessage,
} from './messages/message.ts'
import type { Usage } from './budget/usage.ts'

/** Why a storage keeps nothing, or not everything. */
export type DegradeReason =
  | 'unavailable'
  | 'blocked'
  | 'quota'
  | 'low_space'
  | 'history_lost'
  | 'rows_damaged'
  | 'cleared'

/** What went wrong with a storage, for people who run the application. */
export interface StorageDegradation {
  readonly reason: DegradeReason
  readonly message: string
}

/** On every event. */
export interface EventBase {
  /** 1..n without a gap; a delta carries the `seq` of the event before it. */
  readonly seq: number
  /** Milliseconds since the Unix epoch; never less than the event's before, even if the clock goes back. */
  readonly at: number
  readonly agentId: string
  readonly runId: string
  readonly rootRunId: string
}

/** On every event of one model call. */
interface InIteration {
  /** 0-based. */
  readonly iteration: number
}

/** On every event of one tool call. */
interface OfCall extends InIteration {
  readonly callId: string
  readonly tool: string
}

/** On every delta. */
interface Delta extends InIteration {
  /** The id the assistant message will have. */
  readonly messageId: string
  readonly delta: string
  /** 0-based position among all deltas of the run; a joined delta has its first one's. */
  readonly index: number
}

/** On every terminal event. */
interface Ended {
  readonly usage: Usage
  /** What joined the history after the last iteration began, where anything did. */
  readonly added?: readonly Message[] | undefined
}

/** What each event says beside {@link EventBase}. */
export interface EventPayloads {
  started: { readonly input?: ChatInput | undefined }
  iteration_started: InIteration & {
    /** The id the assistant message will have. */
    readonly messageId: string
    /** What joined the history since the run's last event: messages of the person, the app, or the page. */
    readonly added: readonly Message[]
  }
  content_delta: Delta
  reasoning_delta: Delta
  tool_call_delta: Delta & OfCall
  iteration_completed: InIteration & { readonly message: AssistantMessage; readonly usage: Usage }
  tool_started: OfCall & { readonly call: AssistantToolCall }
  tool_progress: OfCall & {
    readonly pct?: number | undefined
    readonly message?: string | undefined
  }
  approval_requested: OfCall & { readonly request: ApprovalRequest }
  /** Also for calls that were decided without asking: remembered, or nobody there. */
  approval_resolved: OfCall & ApprovalOutcome
  ask_requested: OfCall & {
    readonly askId: string
    readonly message?: string | undefined
    /** What the answer has to be. Absent: text. */
    readonly schema?: JSONSchema7 | undefined
  }
  /** The answer itself is the tool's alone. */
  ask_resolved: OfCall & {
    readonly askId: string
    readonly outcome: 'answered' | 'declined' | 'cancelled'
  }
  tool_retrying: OfCall & { readonly attempt: number; readonly error: unknown }
  tool_succeeded: OfCall & {
    /** The full value, as the handler returned it. */
    readonly result: unknown
    /** Absent in `runAgent`, which has no history. */
    readonly message?: ToolMessage | undefined
    /** What the call was charged, by budget key. */
    readonly charged: Readonly<Record<string, number>>
    readonly durationMs: number
    readonly cached?: boolean | undefined
    readonly truncated?: boolean | undefined
  }
  tool_failed: OfCall & { readonly error: Error; readonly message?: ToolMessage | undefined }
  tool_cancelled: OfCall & {
    readonly reason: CancelReason
    readonly message?: ToolMessage | undefined
  }
  tool_undone: OfCall & {
    /** The run whose call it was; `runId` is the undo's own. */
    readonly undoneRunId: string
    /** What its undo threw; absent when it is undone. */
    readonly error?: Error | undefined
    readonly durationMs: number
  }
  settled: InIteration & { readonly ok: boolean; readonly why: string; readonly durationMs: number }
  request_retrying: InIteration & {
    /** 1 for the first retry. */
    readonly attempt: number
    readonly delayMs: number
    readonly error: Error
  }
  compacted: InIteration & {
    /** How many messages the history has, and how many were sent. */
    readonly messages: number
    readonly sent: number
  }
  usage: InIteration & { readonly usage: Usage; readonly estimated?: boolean | undefined }
  /** There is no network; the request goes out when it is back. */
  waiting_online: InIteration
  /** The storage keeps nothing, or not everything; once for each reason. */
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
/** The name of a kind of event, as in `agent:tool_started`. */
export type EventType = `agent:${EventName}`

/** One observation of a run. Frozen; the same object live and afterwards. */
export type AgentEvent = {
  [Name in EventName]: { readonly type: `agent:${Name}` } & EventBase & EventPayloads[Name]
}[EventName]

/** The event of one type: `EventOf<'agent:completed'>`. */
export type EventOf<T extends EventType> = Extract<AgentEvent, { readonly type: T }>

/** The events that carry a piece of a stream; a run's `events` leaves them out. */
export type DeltaEvent = EventOf<
  'agent:content_delta' | 'agent:reasoning_delta' | 'agent:tool_call_delta'
>

/** True for the one event a run ends with. */
export const isTerminal = (
  event: AgentEvent,
): event is EventOf<'agent:completed' | 'agent:failed' | 'agent:cancelled'> =>
  event.type === 'agent:completed' ||
  event.type === 'agent:failed' ||
  event.type === 'agent:cancelled'
