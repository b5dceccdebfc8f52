import type { Artifact } from './tools/tool-context.ts'
import type { AssistantToolCall, FinishReason, Message } from './messages/message.ts'
import type { TraceEntry } from './messages/trace.ts'
import type { Usage } from './budget/usage.ts'

/**
 * The progress or the end of a run. `stopped`: a hook ended it as complete. `failed`: a limit, a
 * budget, an error or a hook that threw ended it.
 */
export type RunStatus = 'running' | 'completed' | 'stopped' | 'cancelled' | 'failed'

/** One model call of a run, as reported. */
export interface IterationReport {
  /** The 0-based number of the model call. */
  readonly index: number
  readonly finishReason: FinishReason | undefined
  readonly usage: Usage
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  /**
   * The duration of the model call in milliseconds. The durations of its tools are in the trace.
   */
  readonly durationMs: number
  readonly toolCalls: number
}

/** A run and the runs inside it. */
export interface RunReport {
  readonly runId: string
  readonly rootRunId: string
  readonly parentRunId?: string | undefined
  /** The agent's name. */
  readonly name: string
  readonly sessionId: string
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly status: RunStatus
  readonly startedAt: number
  readonly endedAt: number
  readonly durationMs: number
  readonly usage: Usage
  /** The amounts that the run's tools were charged, by budget key. */
  readonly charged: Readonly<Record<string, number>>
  readonly iterations: readonly IterationReport[]
  readonly children: readonly RunReport[]
}

/** The result of `chat` and `execute`. */
export interface RunResult<Data = unknown> {
  /** The id of the run, as `agent.undo` takes it. */
  readonly runId: string
  /** The model's last text. */
  readonly content: string
  /** The answer parsed by `output`. Absent if the answer does not fit. */
  readonly data?: Data | undefined
  /**
   * The calls that the model asked for and that were not run. Present with `toolMode: 'return'`,
   * and then empty if the model asked for none. `answerCalls` goes on with their results.
   */
  readonly calls?: readonly AssistantToolCall[] | undefined
  readonly finishReason: FinishReason
  readonly status: Exclude<RunStatus, 'running'>
  readonly usage: Usage
  /** The cost in US dollars. Present if `rates` has the model. */
  readonly costUsd?: number | undefined
  readonly artifacts: readonly Artifact[]
  /** The messages this run added. */
  readonly messages: readonly Message[]
  readonly report: RunReport
  /** The trace. Present with `includeToolTrace`, and whenever there is an `error`. */
  readonly trace?: readonly TraceEntry[] | undefined
  /** The model's id. */
  readonly model: string
  readonly durationMs: number
  /** The start of the run, in milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** The provider's id of the last response. */
  readonly responseId?: string | undefined
  /** The provider's own chunks of the last response. Present with `includeRaw`. */
  readonly raw?: readonly unknown[] | undefined
  /** The suggestions of next messages. Present with `followups`. */
  readonly followupSuggestions?: readonly string[] | undefined
  /** The error of an `execute` that did not complete. `chat` rejects with that error instead. */
  readonly error?: Error | undefined
}
