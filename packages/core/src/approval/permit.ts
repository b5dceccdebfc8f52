import type { Found } from '../engine/call/call-work.ts'

/** The right to run one call once, with exactly what was approved. */
export interface Permit {
  /** The arguments, parsed anew from what was approved. Throws `ToolDeniedError` when anything is another by now, when it is too late, and the second time. */
  readonly use: (now: Found | undefined) => unknown
  /** Throws `ToolDeniedError` when the tool is another by now. */
  readonly holds: (now: Found | undefined) => void
}
