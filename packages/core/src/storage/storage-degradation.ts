/**
 * The reason for which a storage keeps nothing, or not everything. `newer`: later code has written
 * what this code cannot use, and does not change.
 */
export type DegradeReason =
  | 'unavailable'
  | 'blocked'
  | 'quota'
  | 'low_space'
  | 'history_lost'
  | 'rows_damaged'
  | 'cleared'
  | 'newer'

/** A problem of a storage, for people who run the application. */
export interface StorageDegradation {
  readonly reason: DegradeReason
  readonly message: string
}
