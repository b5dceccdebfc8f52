/** Why a storage keeps nothing, or not everything. */
export type DegradeReason =
  | 'unavailable'
  | 'blocked'
  | 'quota'
  | 'low_space'
  | 'history_lost'
  | 'rows_damaged'
  | 'cleared'

/** What went wrong with a storage, for people who run the application. */
export interface StorageDegradation {
  readonly reason: DegradeReason
  readonly message: string
}
