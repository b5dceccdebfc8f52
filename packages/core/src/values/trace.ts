import type { JsonValue } from './json.ts'

/** What one tool call was and came to. */
export interface TraceEntry {
  readonly iteration: number
  readonly callId: string
  readonly tool: string
  /** As the model gave them. */
  readonly arguments: Record<string, unknown>
  /** What the model was told; the cut text where `truncated`. Absent when the call ended in an error. */
  readonly result?: JsonValue | undefined
  /** The error as the model was told it. */
  readonly error?: JsonValue | undefined
  readonly durationMs: number
  /** The result was larger than `toolResultMaxBytes` and was cut. */
  readonly truncated?: boolean | undefined
  /** The size in UTF-8 bytes before the cut. */
  readonly totalBytes?: number | undefined
  /** What `toolArgValidation: 'lenient'` changed. */
  readonly warnings?: readonly string[] | undefined
}
