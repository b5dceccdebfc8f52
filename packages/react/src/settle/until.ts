/**
 * A source outside React that the page may wait for: a navigation of a router, a query. After a
 * call, the next call and the next request wait while it is pending.
 */
export interface Until {
  /** Whether the source is pending now. Must be cheap: each announcement calls it again. */
  isPending(): boolean
  /**
   * Calls the listener when the result of `isPending` may have changed. Returns a function that
   * unsubscribes.
   */
  subscribe(listener: () => void): () => void
}
