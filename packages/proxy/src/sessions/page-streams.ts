import { requestEndError } from '../abortable.ts'
import type { Exchange } from '../exchange.ts'
import { toHeartbeat } from '../heartbeat.ts'
import type { SentEvent } from './store.ts'

/** The bytes that wait for a page which does not read. It then has to connect again. */
const mostWaiting = 1024 * 1024

/**
 * The time after which a page has to connect again, and `authorize` is asked whether it still may,
 * in milliseconds. Pages that came at once go at different times: it is up to a quarter longer.
 */
const longestMs = 240_000

interface Page {
  readonly id: string
  readonly write: (bytes: Uint8Array) => void
}

/** The pages that are connected to this proxy, by their subject. */
export class PageStreams {
  readonly #pages = new Map<string, Set<Page>>()

  /** Sends an event to the pages of its subject. */
  send({ subject, page: from, event }: SentEvent): void {
    const pages = this.#pages.get(subject)
    if (!pages) return
    const bytes = encode(event)
    for (const page of pages) {
      // A page waits for its own release too, and only the page that has a lost claim knows its id.
      if (page.id !== from || event.type !== 'note') page.write(bytes)
    }
  }

  /** Tells all pages that they may have missed events. */
  tellMissed(): void {
    const bytes = encode({ type: 'open' })
    for (const pages of this.#pages.values()) for (const page of pages) page.write(bytes)
  }

  /** Returns the events for a page, until it leaves, or the proxy ends them. */
  open({ subject = '', abort, options, finish }: Exchange, id: string): ReadableStream<Uint8Array> {
    const { heartbeat } = options.timeouts
    const pages = this.#pages.get(subject) ?? new Set()
    this.#pages.set(subject, pages)
    const { signal } = abort
    let leave = (): void => undefined
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const end = (): void => {
            leave()
            controller.close()
          }
          const page: Page = {
            id,
            write: (bytes) => {
              controller.enqueue(bytes)
              if ((controller.desiredSize ?? 0) <= 0) end()
            },
          }
          const everyMs = heartbeat > 0 && heartbeat < Infinity ? heartbeat : undefined
          const beat = everyMs && setInterval(() => page.write(toHeartbeat()), everyMs)
          const over = setTimeout(end, longestMs * (1 + Math.random() / 4))
          leave = () => {
            clearInterval(beat)
            clearTimeout(over)
            signal.removeEventListener('abort', end)
            signal.removeEventListener('drain', end)
            pages.delete(page)
            if (pages.size === 0 && this.#pages.get(subject) === pages) this.#pages.delete(subject)
            finish(200, signal.aborted ? requestEndError(signal) : undefined)
          }
          pages.add(page)
          signal.addEventListener('abort', end)
          signal.addEventListener('drain', end)
          // The page hears everything from now on.
          page.write(encode({ type: 'open' }))
          if (signal.aborted) end()
        },
        cancel: () => leave(),
      },
      { highWaterMark: mostWaiting, size: ({ byteLength }) => byteLength },
    )
  }
}

const encode = (event: SentEvent['event']): Uint8Array =>
  new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)
