import { test } from '@playwright/test'
import type { EnginePage, EngineProfile } from '../../scripts/engines/engine-browser.ts'
import type { Outcome } from './expectation.ts'
import { scriptSource } from './script-source.ts'
import { StoryLocator } from './story-locator.ts'
import { matchesAddress, type Pattern, type SeenRequest, type Traffic } from './traffic.ts'

/** What the pages of one story share. */
export interface StoryHost {
  readonly profile: EngineProfile
  readonly traffic: Traffic
  readonly baseUrl: string
}

/** How often a page is asked again. */
const intervalMs = 50

/**
 * The part of Playwright's `Page` that the stories use, over the driver of an engine. A story that
 * uses another part is skipped, and the reason names that part.
 */
export class StoryPage {
  readonly _apiName = 'Page'
  readonly engine: EnginePage
  readonly keyboard
  readonly request
  readonly #host: StoryHost
  #url = 'about:blank'

  constructor(engine: EnginePage, host: StoryHost) {
    this.engine = engine
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
    return this.#url
  }

  async goto(url: string): Promise<void> {
    this.#url = new URL(url, this.#host.baseUrl).href
    await this.engine.open(this.#url)
  }

  reload(): Promise<void> {
    return this.engine.reload()
  }

  setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    return this.engine.setViewport(width, height)
  }

  locator(selector: string, filter = {}): StoryLocator {
    return new StoryLocator(this, selector).filter(filter)
  }

  getByRole(...args: Parameters<StoryLocator['getByRole']>): StoryLocator {
    return new StoryLocator(this, '').getByRole(...args)
  }

  getByText(...args: Parameters<StoryLocator['getByText']>): StoryLocator {
    return new StoryLocator(this, '').getByText(...args)
  }

  getByLabel(...args: Parameters<StoryLocator['getByLabel']>): StoryLocator {
    return new StoryLocator(this, '').getByLabel(...args)
  }

  async evaluate<A, R>(run: (argument: A) => R | Promise<R>, argument?: A): Promise<R> {
    return this.engine.evaluate<[A], R>(run, argument as A)
  }

  async content(): Promise<string> {
    return this.engine.evaluate(() => document.documentElement.outerHTML)
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
        this.retry(async () => {
          await this.ask('() => undefined', [])
          if (!isWanted(new URL(this.#url))) throw new Error(`The address is ${this.#url}.`)
        }, timeout),
    }
  }

  /** Runs a function of the script in the page. Puts the script there first, if it is not. */
  async ask(run: string, args: readonly unknown[]): Promise<unknown> {
    const call = `(args) => 'ambitStory' in globalThis
      ? Promise.resolve((${run})(globalThis.ambitStory, ...args)).then(
          (value) => ({ value, url: location.href }))
      : undefined`
    for (;;) {
      const answer = await this.engine.evaluate(call, args)
      if (answer !== undefined) {
        const { value, url } = answer as { value: unknown; url: string }
        this.#url = url
        return value
      }
      await this.engine.evaluate(await scriptSource())
    }
  }

  /** Runs a function of a story with the one element of a selector. */
  evaluateOn<R>(selector: string, run: string, argument: unknown): Promise<R> {
    const source = `(story, selector, argument) => (${run})(story.must(selector), argument)`
    return this.ask(source, [selector, argument]) as Promise<R>
  }

  /** Does something until it succeeds. Throws its last error when the time is up. */
  async retry<T>(run: () => Promise<T>, timeoutMs = 150_000): Promise<T> {
    const end = performance.now() + timeoutMs
    for (;;) {
      try {
        return await run()
      } catch (error) {
        if (performance.now() > end) throw error
        await pause()
      }
    }
  }

  /** Asks until the outcome is the expected one. Returns it as the matchers of Playwright want it. */
  async expectUntil(isNot: boolean, timeoutMs: number, ask: () => Promise<Outcome>) {
    const end = performance.now() + timeoutMs
    for (;;) {
      // A page that is just being replaced cannot answer.
      const { matches, received } = await ask().catch((error: unknown) => ({
        matches: isNot,
        received: String(error),
      }))
      const timedOut = performance.now() > end
      if (matches !== isNot || timedOut) {
        return { matches, received: { value: received }, timedOut, log: [] }
      }
      await pause()
    }
  }

  async #fetch(url: string, init: RequestInit) {
    const { origin } = new URL(url)
    // The browser keeps the cookies of the answer, so the page asks.
    if (!this.#url.startsWith(origin)) await this.goto(origin)
    const answer = await this.engine.evaluate(
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

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, intervalMs))
