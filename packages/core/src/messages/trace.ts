import { dropUndefined, type JsonValue } from '../json/json.ts'
import { parseToolContent } from './call-state.ts'
import type { Effect } from '../tools/effects.ts'
import type { AssistantToolCall, ToolMessage } from './message.ts'

/** One tool call and its outcome. */
export interface TraceEntry {
  readonly iteration: number
  readonly callId: string
  readonly tool: string
  /**
   * The arguments as the model gave them. If a plug-in or a user changed them, the arguments that
   * were run.
   */
  readonly arguments: Record<string, unknown>
  /**
   * The result as the model got it; the cut text if `truncated`. Absent if the call ended in an
   * error.
   */
  readonly result?: JsonValue | undefined
  /** The error as the model got it. */
  readonly error?: JsonValue | undefined
  /** The time that the handler took, in milliseconds; 0 for a call that was not run. */
  readonly durationMs: number
  /** True if the result was larger than `calls.maxResultBytes` and was cut. */
  readonly truncated?: boolean | undefined
  /** The size in UTF-8 bytes before the cut. */
  readonly totalBytes?: number | undefined
  /** The changes that `calls.arguments: 'lenient'` made. */
  readonly warnings?: readonly string[] | undefined
}

/** The record that a run keeps of an answered call. */
export interface CallRecord {
  readonly iteration: number
  readonly call: AssistantToolCall
  readonly message: ToolMessage
  readonly durationMs: number
  readonly totalBytes: number | undefined
  readonly warnings: readonly string[]
  /** The effect of the tool that was run; undefined if none was. */
  readonly effect: Effect | undefined
}

/**
 * Makes the trace entry of a call. Called only when somebody reads the trace, because it parses
 * results from JSON.
 */
export function toTraceEntry(record: CallRecord): TraceEntry {
  const { iteration, call, message, durationMs, totalBytes, warnings } = record
  const answer = parseToolContent(message)
  return dropUndefined({
    iteration,
    callId: message.id,
    tool: message.name,
    arguments: call.arguments,
    ...toOutcome(message.status === 'ok', answer),
    durationMs,
    truncated: totalBytes !== undefined || undefined,
    totalBytes,
    warnings: warnings.length ? warnings : undefined,
  })
}

/** Returns the result or the error of an entry, from the answer to a call. */
export const toOutcome = (isOk: boolean, answer: JsonValue): Pick<TraceEntry, 'result' | 'error'> =>
  isOk ? { result: answer } : { error: errorIn(answer) }

const errorIn = (answer: JsonValue): JsonValue =>
  typeof answer === 'object' && answer !== null && 'error' in answer
    ? (answer['error'] ?? null)
    : answer
