import type { Page, Request, Response } from '@playwright/test'

/**
 * A record of everything that a page sends, receives and shows, as text. A key must never be in it.
 */
export class BrowserRecord {
  readonly #page: Page
  readonly #texts: string[] = []
  readonly #reading: Promise<void>[] = []

  /** Records a page that has not been opened yet. */
  constructor(page: Page) {
    this.#page = page
    page.on('requestfinished', (request) => void this.#reading.push(this.#read(request)))
    page.on('console', (message) => void this.#texts.push(message.text()))
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => void this.#texts.push(payload.toString()))
      socket.on('framereceived', ({ payload }) => void this.#texts.push(payload.toString()))
    })
  }

  /**
   * Returns everything until now: addresses, headers, bodies both ways, scripts, messages, storage
   * and the document.
   */
  async text(): Promise<string> {
    await Promise.all(this.#reading)
    const kept = await this.#page.evaluate(() =>
      JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
      ]),
    )
    return [...this.#texts, kept, await this.#page.content()].join('\n')
  }

  async #read(request: Request): Promise<void> {
    if (!request.url().startsWith('http')) return
    const response = await request.response()
    this.#texts.push(
      request.url(),
      JSON.stringify(await request.allHeaders()),
      request.postData() ?? '',
      ...(response ? await read(response) : []),
    )
  }
}

const read = async (response: Response): Promise<string[]> => [
  JSON.stringify(await response.allHeaders()),
  await response.text(),
]
