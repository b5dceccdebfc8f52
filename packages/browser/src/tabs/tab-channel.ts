import type { SessionNote } from '@ambit/core/storage'

type Heard =
  | { readonly sid: string; readonly type: 'note'; readonly note: SessionNote }
  /** `rank`: it wants to run the session itself, and would before pages of a lower one. */
  | { readonly sid: string; readonly type: 'ping'; readonly rank?: number | undefined }
  | { readonly sid: string; readonly type: 'pong' }
  /** All sessions were deleted, as on signing out. */
  | { readonly type: 'wiped' }

/**
 * What the pages of one origin say to each other about the sessions of one database. What is stored is never sent along but read from the database, so that a page
 * that was away misses nothing.
 */
export class TabChannel {
  readonly #name: string
  readonly #listeners = new Map<string, Set<(heard: Heard) => void>>()
  #channel: BroadcastChannel | undefined
  /** When everything was last deleted, as far as this page knows. In milliseconds since the Unix epoch. */
  wipedAt = 0

  constructor(name: string) {
    this.#name = name
  }

  note(sid: string, note: SessionNote): void {
    this.#post({ sid, type: 'note', note })
  }

  /** Asks whoever runs a session to answer. */
  ping(sid: string, rank?: number): void {
    this.#post({ sid, type: 'ping', rank })
  }

  pong(sid: string): void {
    this.#post({ sid, type: 'pong' })
  }

  /** Tells every page, this one too, that all sessions are being deleted. */
  wipe(): void {
    this.#hear({ type: 'wiped' })
    this.#post({ type: 'wiped' })
  }

  /** Hears what other pages say about a session, and what concerns all. */
  listen(sid: string, listener: (heard: Heard) => void): () => void {
    this.#open()
    const listeners = this.#listeners.get(sid) ?? new Set()
    this.#listeners.set(sid, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(sid)
      if (this.#listeners.size === 0) this.close()
    }
  }

  close(): void {
    this.#channel?.close()
    this.#channel = undefined
  }

  #post(heard: Heard): void {
    this.#open()?.postMessage(heard)
    if (this.#listeners.size === 0) this.close()
  }

  #open(): BroadcastChannel | undefined {
    if (typeof BroadcastChannel === 'undefined') return undefined
    // Where there is no database, as on a server, nothing is shared, and a channel that is open keeps Node alive.
    if (typeof indexedDB === 'undefined') return undefined
    if (this.#channel) return this.#channel
    const channel = new BroadcastChannel(this.#name)
    channel.addEventListener('message', ({ data }: MessageEvent<Heard>) => this.#hear(data))
    return (this.#channel = channel)
  }

  #hear(heard: Heard): void {
    if (heard.type !== 'wiped') {
      this.#listeners.get(heard.sid)?.forEach((listener) => listener(heard))
      return
    }
    this.wipedAt = Date.now()
    for (const listeners of this.#listeners.values()) {
      for (const listener of listeners) listener(heard)
    }
  }
}
