import type { Effect } from '../tools/effect.ts'
import { type JsonValue, dropUndefined } from '../json/json.ts'
import { type AssistantToolCall, type ToolMessage, parseToolContent } from './message.ts'

/** What one tool call was and came to. */
export interface TraceEntry {
  readonly iteration: number
  readonly callId: string
  readonly tool: string
  /** As the model gave them or, where a hook or a person changed them, as they were run. */
  readonly arguments: Record<string, unknown>
  /** What the model was told; the cut text where `truncated`. Absent when the call ended in an error. */
  readonly result?: JsonValue | undefined
  /** The error as the model was told it. */
  readonly error?: JsonValue | undefined
  /** How long the handler took; 0 for a call that was not run. */
  readonly durationMs: number
  /** The result was larger than `toolResultMaxBytes` and was cut. */
  readonly truncated?: boolean | undefined
  /** The size in UTF-8 bytes before the cut. */
  readonly totalBytes?: number | undefined
  /** What `toolArgValidation: 'lenient'` changed. */
  readonly warnings?: readonly string[] | undefined
}

/** What a run keeps of an answered call. */
export interface CallRecord {
  readonly iteration: number
  readonly call: AssistantToolCall
  readonly message: ToolMessage
  readonly durationMs: number
  readonly totalBytes: number | undefined
  readonly warnings: readonly string[]
  /** Of the tool that was run; undefined where none was. */
  readonly effect: Effect | undefined
}

/** The entry of a call: made when somebody asks for the trace, since results are read back from JSON for it. */
export function toTraceEntry(record: CallRecord): TraceEntry {
  const { iteration, call, message, durationMs, totalBytes, warnings } = record
  const told = parseToolContent(message)
  return dropUndefined({
    iteration,
    callId: message.id,
    tool: message.name,
    arguments: call.arguments,
    ...toOutcome(message.status === 'ok', told),
    durationMs,
    truncated: totalBytes !== undefined || undefined,
    totalBytes,
    warnings: warnings.length ? warnings : undefined,
  })
}

/** What an entry says of what was told of a call: its result, or the error in it. */
export const toOutcome = (isOk: boolean, told: JsonValue): Pick<TraceEntry, 'result' | 'error'> =>
  isOk ? { result: told } : { error: errorIn(told) }

const errorIn = (told: JsonValue): JsonValue =>
  typeof told === 'object' && told !== null && 'error' in told ? (told['error'] ?? null) : told
