import type { CancelReason } from './cancel-reason.ts'

/** What one call is for, of a tool that stands for several things on the page, such as the rows of a list. */
export interface CallSubject {
  /** What it is known by: a call that waits for a person is refused when one of them is another by then. */
  readonly parts: readonly unknown[]
  /** Calls back when it goes, which ends the question to the person, until the returned function is called. */
  onGone(listener: (reason: CancelReason) => void): () => void
}
