import { type SessionEvent, watchBody } from '@ambit/protocol'
import { newNotes, pause, type Requests } from './requests.ts'

type Listener = (event: SessionEvent) => void

/** The longest time before a page connects again, in milliseconds. */
const maxPauseMs = 30_000

/** The events of the server for this page. The page is connected while somebody listens. */
export class ServerEvents {
  readonly #requests: Requests
  readonly #retryMs: number
  readonly #listeners = new Set<Listener>()
  readonly #isNew = newNotes()
  #connection: AbortController | undefined

  constructor(requests: Requests, retryMs: number) {
    this.#requests = requests
    this.#retryMs = retryMs
  }

  /** Calls a listener with each event, until the returned function is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    if (!this.#connection) {
      this.#connection = new AbortController()
      void this.#connect(this.#connection.signal)
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#connection?.abort()
      this.#connection = undefined
    }
  }

  /** Connects the page, again and again until nobody listens. */
  async #connect(signal: AbortSignal): Promise<void> {
    let pauseMs = this.#retryMs
    while (!signal.aborted) {
      const wasOpen = await this.#read(signal).catch(() => false)
      pauseMs = wasOpen ? this.#retryMs : Math.min(maxPauseMs, pauseMs * 2)
      await pause(pauseMs, signal).catch(() => undefined)
    }
  }

  /** Reads the events of one connection. Resolves with false if the server has refused it. */
  async #read(signal: AbortSignal): Promise<boolean> {
    const { body, ok } = await this.#requests.open('/events', { signal })
    if (!body || !ok) return false
    const reader = body.getReader()
    const decoder = new TextDecoder()
    const silence = watchBody(reader)
    const end = { done: true, value: undefined }
    let text = ''
    try {
      for (;;) {
        const { done, value } = await reader.read().catch(() => end)
        if (done) return true
        silence.heard()
        text += decoder.decode(value, { stream: true })
        const events = text.split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) {
          if (event.startsWith('data: ')) this.#tell(JSON.parse(event.slice(6)) as SessionEvent)
        }
      }
    } finally {
      silence.stop()
    }
  }

  #tell(event: SessionEvent): void {
    if (event.type === 'note' && !this.#isNew(event.noteId)) return
    for (const listener of this.#listeners) listener(event)
  }
}
