import type { ServerEvent } from '../protocol.ts'

/** The events that an operation sends, when its transaction has ended. */
export interface UserEvents {
  send(event: ServerEvent): void
}

/**
 * The pages that are connected to this process. With several processes, send the events through
 * `LISTEN` and `NOTIFY` of PostgreSQL, or another bus.
 */
export class PageStreams {
  readonly #pages = new Map<string, Map<string, ReadableStreamDefaultController<Uint8Array>>>()

  /** Sends an event to the pages of a user, except the one that caused it. */
  send(user: string, from: string, event: ServerEvent): void {
    const bytes = new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)
    for (const [page, stream] of this.#pages.get(user) ?? []) {
      // A page waits for its own release too, and only the page that has a lost claim knows its id.
      if (page !== from || event.type !== 'note') stream.enqueue(bytes)
    }
  }

  /** Returns the events for a page as a response, until the page disconnects. */
  open(user: string, page: string): Response {
    const pages = this.#pages.get(user) ?? new Map()
    this.#pages.set(user, pages)
    let own: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        own = stream
        pages.set(page, stream)
        // The first bytes tell the page that it hears everything from now on.
        stream.enqueue(new TextEncoder().encode(': open\n\n'))
      },
      cancel: () => {
        if (pages.get(page) === own) pages.delete(page)
        if (pages.size === 0 && this.#pages.get(user) === pages) this.#pages.delete(user)
      },
    })
    return new Response(body, {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    })
  }
}
