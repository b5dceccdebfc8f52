import { test } from '@playwright/test'
import type { EnginePage, EngineProfile } from '../../scripts/engines/engine-browser.ts'
import type { Outcome } from './expectation.ts'
import { scriptSource } from './script-source.ts'
import { StoryLocator } from './story-locator.ts'

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
  readonly #profile: EngineProfile
  readonly #baseUrl: string
  #url = 'about:blank'

  constructor(engine: EnginePage, profile: EngineProfile, baseUrl: string) {
    this.engine = engine
    this.#profile = profile
    this.#baseUrl = baseUrl
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
    this.#url = new URL(url, this.#baseUrl).href
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
    return notHere({ newPage: () => openStoryPage(this.#profile, this.#baseUrl) }, 'page.context()')
  }

  bringToFront(): Promise<void> {
    return this.engine.evaluate(() => window.focus())
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
  async retry<T>(run: () => Promise<T>, timeoutMs = 30_000): Promise<T> {
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
export async function openStoryPage(profile: EngineProfile, baseUrl: string): Promise<StoryPage> {
  return notHere(new StoryPage(await profile.newPage(), profile, baseUrl), 'page')
}

/** Adds the rest of Playwright's object: what is called there skips the story and is the reason. */
function notHere<T extends object>(target: T, path: string): T {
  const skip = (name: string) =>
    new Proxy(() => test.skip(true, `The driver of this engine has no ${name}.`), {
      get: (_, key): unknown => skip(`${name}.${String(key)}`),
    })
  return new Proxy(target, {
    get(object, key) {
      const value: unknown = Reflect.get(object, key, object)
      if (typeof value === 'function') return value.bind(object) as unknown
      if (value !== undefined || typeof key === 'symbol' || key === 'then') return value
      return skip(`${path}.${key}`)
    },
  })
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, intervalMs))
