/** Who or what ended a run early. */
export type CancelKind =
  | 'user'
  | 'deadline'
  | 'timeout'
  | 'parent_failed'
  | 'sibling_failed'
  | 'race_lost'
  | 'budget'
  | 'scope_ended'
  | 'manual'

/** Why a run, a call or a wait was cancelled. Kept by identity from the cancel to the rejection. */
export interface CancelReason {
  readonly kind: CancelKind
  /** A word of the caller's own, to tell one cancel from another. */
  readonly tag?: string | undefined
  /** A sentence for people and logs. */
  readonly message?: string | undefined
  readonly cause?: unknown
}
