/**
 * The turn of a page to listen to a server. Only pages in sight listen, and one of an origin at a
 * time, from which the others hear. Over HTTP/1.1 a browser has six connections for all of them.
 * Without pages, as in Node, everybody listens.
 */
export class ListeningTurn {
  readonly #name: string
  readonly #onNews: () => void
  readonly #channel: BroadcastChannel | undefined

  /**
   * @param onNews Called when the page whose turn it is hears of a change. Also called once this
   * page hears from it, because nobody told of what changed before.
   */
  constructor(url: string, onNews: () => void, signal: AbortSignal) {
    this.#name = `ambit-mcp:${url}`
    this.#onNews = onNews
    if (!hasPages()) return
    const channel = new BroadcastChannel(this.#name)
    channel.addEventListener('message', onNews)
    signal.addEventListener('abort', () => channel.close())
    this.#channel = channel
  }

  /** Tells the other pages of a change. */
  tell(): void {
    this.#channel?.postMessage('')
  }

  /** Waits for the turn, and listens until the turn is over. Resolves as `listen` does. */
  async take(
    listen: (signal: AbortSignal) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!hasPages()) return listen(signal)
    await sight('visible', signal)
    const over = new AbortController()
    const both = AbortSignal.any([signal, over.signal])
    void sight('hidden', both).then(() => over.abort())
    let isOfOther = true
    const mine = (): Promise<boolean> => {
      isOfOther = false
      return listen(both)
    }
    try {
      const turn = navigator.locks.request(this.#name, { signal: both }, mine)
      navigator.locks.query().then(
        () => isOfOther && this.#onNews(),
        () => undefined,
      )
      return await turn
    } finally {
      over.abort()
    }
  }
}

const hasPages = (): boolean => !!globalThis.document && !!globalThis.navigator?.locks

/** Waits until the page is in this state, or the signal aborts. */
const sight = (state: DocumentVisibilityState, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const page = globalThis.document
    const look = (): void => {
      if (!signal.aborted && page.visibilityState !== state) return
      page.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    page.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })
