import type { SessionNote } from '@ambit/core'

type Heard =
  | { readonly sid: string; readonly type: 'note'; readonly note: SessionNote }
  | { readonly sid: string; readonly type: 'ping' | 'pong' }

/**
 * What the pages of one origin say to each other about the sessions of one database. What is stored is never sent along but read from the database, so that a page
 * that was away misses nothing.
 */
export class TabChannel {
  readonly #name: string
  readonly #listeners = new Map<string, Set<(heard: Heard) => void>>()
  #channel: BroadcastChannel | undefined

  constructor(name: string) {
    this.#name = name
  }

  note(sid: string, note: SessionNote): void {
    this.#post({ sid, type: 'note', note })
  }

  /** Asks whoever runs a session to answer. */
  ping(sid: string): void {
    this.#post({ sid, type: 'ping' })
  }

  pong(sid: string): void {
    this.#post({ sid, type: 'pong' })
  }

  /** Hears what other pages say about a session. */
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
    if (this.#channel) return this.#channel
    const channel = new BroadcastChannel(this.#name)
    channel.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
      this.#listeners.get(data.sid)?.forEach((listener) => listener(data))
    })
    return (this.#channel = channel)
  }
}
