import type { SessionNote } from '@ambit/core/storage'

type TabMessage =
  | { readonly sid: string; readonly type: 'note'; readonly note: SessionNote }
  /** A page with a `rank` wants to run the session itself, and wins over pages of a lower rank. */
  | { readonly sid: string; readonly type: 'ping'; readonly rank?: number | undefined }
  | { readonly sid: string; readonly type: 'pong' }
  /** All sessions were deleted, as on signing out. */
  | { readonly type: 'wiped' }
  /** A page wants to know which of these sessions stand open in another page. */
  | { readonly type: 'ask'; readonly sids: readonly string[] }
  /** The sessions that stand open in a page, of those that were asked for. */
  | { readonly type: 'shown'; readonly sids: readonly string[] }

/** The time in which a page has to answer another one, in milliseconds. */
export const answerMs = 300

/**
 * The messages between the pages of one origin, about the sessions of one database. Messages hold
 * no stored data. Pages read the data from the database, so that a page that was away misses
 * nothing.
 */
export class TabChannel {
  readonly #name: string
  readonly #listeners = new Map<string, Set<(message: TabMessage) => void>>()
  readonly #askers = new Set<(sids: readonly string[]) => void>()
  #channel: BroadcastChannel | undefined
  /**
   * The time of the last deletion of everything that this page knows of. In milliseconds since the
   * Unix epoch.
   */
  wipedAt = 0

  constructor(name: string) {
    this.#name = name
  }

  note(sid: string, note: SessionNote): void {
    this.#post({ sid, type: 'note', note })
  }

  /** Asks the page that runs a session to answer. */
  ping(sid: string, rank?: number): void {
    this.#post({ sid, type: 'ping', rank })
  }

  pong(sid: string): void {
    this.#post({ sid, type: 'pong' })
  }

  /** Reports to every page, this one too, that all sessions are being deleted. */
  wipe(): void {
    this.#receive({ type: 'wiped' })
    this.#post({ type: 'wiped' })
  }

  /** Resolves with those of these sessions that stand open in this page or in another one. */
  async findShown(sids: readonly string[]): Promise<ReadonlySet<string>> {
    const shown = new Set(this.#heardHere(sids))
    if (shown.size === sids.length || !this.#open()) return shown
    const add = (others: readonly string[]): void => others.forEach((sid) => shown.add(sid))
    this.#askers.add(add)
    this.#post({ type: 'ask', sids })
    await new Promise((resolve) => setTimeout(resolve, answerMs))
    this.#askers.delete(add)
    this.#closeUnused()
    return new Set([...shown, ...this.#heardHere(sids)])
  }

  /**
   * Calls the listener with messages of other pages about this session or about all sessions.
   * Returns a function that stops it.
   */
  listen(sid: string, listener: (message: TabMessage) => void): () => void {
    this.#open()
    const listeners = this.#listeners.get(sid) ?? new Set()
    this.#listeners.set(sid, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(sid)
      this.#closeUnused()
    }
  }

  close(): void {
    this.#channel?.close()
    this.#channel = undefined
  }

  #post(message: TabMessage): void {
    this.#open()?.postMessage(message)
    this.#closeUnused()
  }

  #closeUnused(): void {
    if (this.#listeners.size === 0 && this.#askers.size === 0) this.close()
  }

  /** Returns those of these sessions that this page listens to. */
  #heardHere(sids: readonly string[]): string[] {
    return sids.filter((sid) => this.#listeners.has(sid))
  }

  #open(): BroadcastChannel | undefined {
    if (typeof BroadcastChannel === 'undefined') return undefined
    // Without a database, as on a server, nothing is shared. An open channel would keep Node alive.
    if (typeof indexedDB === 'undefined') return undefined
    if (this.#channel) return this.#channel
    const channel = new BroadcastChannel(this.#name)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isMessage(data)) this.#receive(data)
    })
    return (this.#channel = channel)
  }

  #receive(message: TabMessage): void {
    if (message.type === 'ask') {
      const shown = this.#heardHere(message.sids)
      if (shown.length > 0) this.#post({ type: 'shown', sids: shown })
      return
    }
    if (message.type === 'shown') {
      for (const add of this.#askers) add(message.sids)
      return
    }
    if (message.type !== 'wiped') {
      this.#listeners.get(message.sid)?.forEach((listener) => listener(message))
      return
    }
    this.wipedAt = Date.now()
    for (const listeners of this.#listeners.values()) {
      for (const listener of listeners) listener(message)
    }
  }
}

/** Whether data is a message: other code of the origin may use a channel of the same name. */
function isMessage(data: unknown): data is TabMessage {
  const { type, sids, note } = Object(data) as Partial<Record<string, unknown>>
  if (type === 'ask' || type === 'shown') return Array.isArray(sids)
  return type === 'note' ? Object(note) === note : typeof type === 'string'
}
