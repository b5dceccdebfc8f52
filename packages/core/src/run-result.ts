import type { Artifact } from './tools/tool-context.ts'
import type { FinishReason, Message } from './messages/message.ts'
import type { TraceEntry } from './messages/trace.ts'
import type { Usage } from './budget/usage.ts'

/** How far a run is, or how it ended. `stopped`: a hook ended it as complete. `failed`: a limit, a budget, an error or a hook that threw. */
export type RunStatus = 'running' | 'completed' | 'stopped' | 'cancelled' | 'failed'

/** One model call of a run, as reported. */
export interface IterationReport {
  /** 0-based. */
  readonly index: number
  readonly finishReason: FinishReason | undefined
  readonly usage: Usage
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  /** Of the model call; its tools are in the trace. */
  readonly durationMs: number
  readonly toolCalls: number
}

/** A run and the runs inside it. */
export interface RunReport {
  readonly runId: string
  readonly rootRunId: string
  readonly parentRunId?: string | undefined
  /** The agent's. */
  readonly name: string
  readonly sessionId: string
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly status: RunStatus
  readonly startedAt: number
  readonly endedAt: number
  readonly durationMs: number
  readonly usage: Usage
  /** What its tools were charged, by budget key. */
  readonly charged: Readonly<Record<string, number>>
  readonly iterations: readonly IterationReport[]
  readonly children: readonly RunReport[]
}

/** What `chat` and `execute` resolve with. */
export interface RunResult<Data = unknown> {
  /** The model's last text. */
  readonly content: string
  /** What `output` made of it; absent when it does not fit. */
  readonly data?: Data | undefined
  readonly finishReason: FinishReason
  readonly status: Exclude<RunStatus, 'running'>
  readonly usage: Usage
  /** Present when `rates` knows the model. */
  readonly costUsd?: number | undefined
  readonly artifacts: readonly Artifact[]
  /** The messages this run added. */
  readonly messages: readonly Message[]
  readonly report: RunReport
  /** With `includeToolTrace`, and whenever there is an `error`. */
  readonly trace?: readonly TraceEntry[] | undefined
  /** The model's id. */
  readonly model: string
  readonly durationMs: number
  /** When the run started, in milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** The provider's id of the last response. */
  readonly responseId?: string | undefined
  /** With `includeRaw`: the provider's own chunks of the last response. */
  readonly raw?: readonly unknown[] | undefined
  /** With `followups`. */
  readonly followupSuggestions?: readonly string[] | undefined
  /** Why an `execute` did not complete. `chat` rejects with it instead. */
  readonly error?: Error | undefined
}
