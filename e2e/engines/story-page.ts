import { test } from '@playwright/test'
import type { EnginePage, EngineProfile } from '../../scripts/engines/engine-browser.ts'
import { PageAsker } from './page-asker.ts'
import { StoryLocator } from './story-locator.ts'
import { matchesAddress, type Pattern, type SeenRequest, type Traffic } from './traffic.ts'

/** What the pages of one story share. */
export interface StoryHost {
  readonly profile: EngineProfile
  readonly traffic: Traffic
  readonly baseUrl: string
}

/**
 * The part of Playwright's `Page` that the stories use, over the driver of an engine. A story that
 * uses another part is skipped, and the reason names that part.
 */
export class StoryPage {
  readonly _apiName = 'Page'
  readonly keyboard
  readonly request
  readonly #asker: PageAsker
  readonly #host: StoryHost

  constructor(engine: EnginePage, host: StoryHost) {
    this.#asker = new PageAsker(engine)
    this.#host = host
    this.keyboard = {
      press: (keys: string) => engine.press(keys),
      type: (text: string) => engine.type(text),
      down: (key: string) => engine.keyDown(key),
      up: (key: string) => engine.keyUp(key),
    }
    this.request = {
      get: (url: string) => this.#fetch(url, {}),
      post: (url: string, { data }: { data: unknown }) =>
        this.#fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(data),
        }),
    }
  }

  /** The address of the page, when it was asked last. */
  url(): string {
    return this.#asker.url
  }

  async goto(url: string): Promise<void> {
    this.#asker.url = new URL(url, this.#host.baseUrl).href
    await this.#asker.engine.open(this.#asker.url)
  }

  reload(): Promise<void> {
    return this.#asker.engine.reload()
  }

  setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    return this.#asker.engine.setViewport(width, height)
  }

  locator(selector: string, filter = {}): StoryLocator {
    return new StoryLocator(this.#asker, selector).filter(filter)
  }

  getByRole(...args: Parameters<StoryLocator['getByRole']>): StoryLocator {
    return new StoryLocator(this.#asker, '').getByRole(...args)
  }

  getByText(...args: Parameters<StoryLocator['getByText']>): StoryLocator {
    return new StoryLocator(this.#asker, '').getByText(...args)
  }

  getByLabel(...args: Parameters<StoryLocator['getByLabel']>): StoryLocator {
    return new StoryLocator(this.#asker, '').getByLabel(...args)
  }

  async evaluate<A, R>(run: (argument: A) => R | Promise<R>, argument?: A): Promise<R> {
    return this.#asker.engine.evaluate<[A], R>(run, argument as A)
  }

  async content(): Promise<string> {
    return this.#asker.engine.evaluate(() => document.documentElement.outerHTML)
  }

  /** Does nothing: each address is open when the driver says so. */
  async waitForLoadState(): Promise<void> {}

  context() {
    return notHere({ newPage: () => openStoryPage(this.#host) }, 'page.context()')
  }

  async route(...[pattern, handle]: Parameters<Traffic['route']>): Promise<void> {
    this.#host.traffic.route(pattern, handle)
  }

  async unroute(pattern: Pattern): Promise<void> {
    this.#host.traffic.unroute(pattern)
  }

  on(event: string, listener: (request: SeenRequest) => void): void {
    if (event === 'request') this.#host.traffic.on('request', listener)
    else skip(`page.on(${event})`)
  }

  async waitForEvent(event: string, isWanted: (request: SeenRequest) => boolean): Promise<unknown> {
    if (event !== 'requestfailed') return skip(`page.waitForEvent(${event})`)
    return new Promise((resolve) => {
      this.#host.traffic.on('requestfailed', (request) => {
        if (isWanted(request)) resolve(request)
      })
    })
  }

  waitForResponse(pattern: Pattern): Promise<unknown> {
    return new Promise((resolve) => {
      this.#host.traffic.on('response', (response) => {
        if (matchesAddress(pattern, response.url())) resolve(response)
      })
    })
  }

  /** Errors of this page and of the pages beside it, and what they wrote to the console as errors. */
  get errors(): readonly string[] {
    return this.#host.profile.errors
  }

  mainFrame() {
    return {
      waitForURL: (isWanted: (url: URL) => boolean, { timeout = 20_000 }) =>
        this.#asker.retry(async () => {
          await this.#asker.ask('() => undefined', [])
          if (!isWanted(new URL(this.#asker.url)))
            throw new Error(`The address is ${this.#asker.url}.`)
        }, timeout),
    }
  }

  async #fetch(url: string, init: RequestInit) {
    const { origin } = new URL(url)
    // The browser keeps the cookies of the answer, so the page asks.
    if (!this.#asker.url.startsWith(origin)) await this.goto(origin)
    const answer = await this.#asker.engine.evaluate(
      async (url: string, init: RequestInit) => {
        const response = await fetch(url, init)
        return { status: response.status, text: await response.text() }
      },
      url,
      init,
    )
    return { status: () => answer.status, json: async () => JSON.parse(answer.text) as unknown }
  }
}

/** Opens a page in a profile. */
export async function openStoryPage(host: StoryHost): Promise<StoryPage> {
  return notHere(new StoryPage(await host.profile.newPage(), host), 'page')
}

/** Adds the rest of Playwright's object: a story that uses a part of it is skipped. */
function notHere<T extends object>(target: T, path: string): T {
  const rest = (name: string) =>
    new Proxy(() => skip(name), { get: (_, key): unknown => rest(`${name}.${String(key)}`) })
  return new Proxy(target, {
    get(object, key) {
      const value: unknown = Reflect.get(object, key, object)
      if (typeof value === 'function') return value.bind(object) as unknown
      if (value !== undefined || typeof key === 'symbol' || key === 'then') return value
      return rest(`${path}.${key}`)
    },
  })
}

const skip = (what: string): void => test.skip(true, `${what} is not in the driver of this engine`)
