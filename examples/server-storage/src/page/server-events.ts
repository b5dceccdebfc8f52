import type { ServerEvent } from '../protocol.ts'
import { pause, type Requests } from './requests.ts'

/** A listener to the events of the server. `open` comes each time the page is connected. */
type Listener = (event: ServerEvent | { readonly type: 'open' }) => void

/** The number of notes that are remembered, because a note can be sent twice. */
const remembered = 200

/** The events of the server for this page. The page is connected while somebody listens. */
export class ServerEvents {
  readonly #requests: Requests
  readonly #retryMs: number
  readonly #listeners = new Set<Listener>()
  readonly #seen = new Set<string>()
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
    while (!signal.aborted) {
      await this.#read(signal).catch(() => undefined)
      await pause(this.#retryMs, signal).catch(() => undefined)
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { body, ok } = await this.#requests.open('/events', { signal })
    if (!body || !ok) return
    let text = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        if (event.startsWith('data: ')) this.#tell(JSON.parse(event.slice(6)) as ServerEvent)
        else this.#tell({ type: 'open' })
      }
    }
  }

  #tell(event: Parameters<Listener>[0]): void {
    if (event.type === 'note') {
      if (this.#seen.has(event.noteId)) return
      this.#seen.add(event.noteId)
      const [oldest = ''] = this.#seen
      if (this.#seen.size > remembered) this.#seen.delete(oldest)
    }
    for (const listener of this.#listeners) listener(event)
  }
}
