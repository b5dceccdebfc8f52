import type { EnginePage } from '../../scripts/engines/engine-browser.ts'
import type { Outcome } from './expectation.ts'
import { scriptSource } from './script-source.ts'

/** How often a page is asked again. */
const intervalMs = 50

/** Asks the script in a page, again and again until the answer is the wanted one. */
export class PageAsker {
  readonly engine: EnginePage
  /** The address of the page, when it was asked last. */
  url = 'about:blank'

  constructor(engine: EnginePage) {
    this.engine = engine
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
        this.url = url
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
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, intervalMs))
