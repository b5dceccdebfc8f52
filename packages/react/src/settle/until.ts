/**
 * Something outside React that the page may be waiting for: a router's navigation, a query. The
 * agent's next request waits while it is pending.
 */
export interface Until {
  /** Whether it is under way now. Cheap: asked again at every announcement. */
  isPending(): boolean
  /** Announces when `isPending` may have changed, until the returned function is called. */
  subscribe(listener: () => void): () => void
}
