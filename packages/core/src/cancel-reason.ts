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
