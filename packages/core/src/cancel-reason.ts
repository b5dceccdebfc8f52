/** The party or event that ended a run early. */
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

/**
 * The reason for which a run, a call or a wait was cancelled. It is the same object from the cancel
 * to the rejection.
 */
export interface CancelReason {
  readonly kind: CancelKind
  /** A word of the caller, to distinguish one cancel from another. */
  readonly tag?: string | undefined
  /**
   * The kind of the reason in more detail, which the answer of the call has as its `code`.
   * `changed`: what the call was for has changed. `not_started`: the page ended before the call
   * began. `outcome_unknown`: the page ended while the call ran. Absent for any other.
   */
  readonly code?: 'changed' | 'not_started' | 'outcome_unknown' | undefined
  /** A sentence for people and logs. */
  readonly message?: string | undefined
  readonly cause?: unknown
  /** The key of `limits`, or the name of the budget. Present if `kind` is `budget`. */
  readonly budgetKey?: string | undefined
  /** The limit of the budget. Present if `kind` is `budget`. */
  readonly limit?: number | undefined
  /**
   * The amount that would have been spent, with the refused charge. Present if `kind` is `budget`.
   */
  readonly spent?: number | undefined
}
