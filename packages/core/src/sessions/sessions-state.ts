import type { StorageDegradation } from '../values/storage-degradation.ts'

/** What a page shows of the open session. */
export interface SessionsState {
  /** The id of the open session. */
  readonly current: string
  /** Whether it is still being read. */
  readonly isOpening: boolean
  /** Which page its run goes on in, if one does. */
  readonly running: 'here' | 'elsewhere' | undefined
  /** Its last run was cut short and can be resumed. */
  readonly isInterrupted: boolean
  /** There are older messages than those in `history`. */
  readonly hasOlder: boolean
  /** What last went wrong with the storage. */
  readonly degraded?: StorageDegradation | undefined
}
