/** What the engine asks of the page it runs in; made by `pageLifecycle` of `@ambit/browser`. */
export interface Lifecycle {
  /** False when there surely is no network. */
  isOnline(): boolean
  /** Calls back when the network is there again, until the returned function is called. */
  onOnline(listener: () => void): () => void
  /** Calls back when the page has stood still so long that its connections must be dead, until the returned function is called. */
  onWake(listener: () => void): () => void
}
