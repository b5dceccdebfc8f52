import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { asLocator, getByLabelSelector, getByRoleSelector, getByTextSelector } from 'ivya'
import type { Expectation } from './expectation.ts'
import type { PageAsker } from './page-asker.ts'
import type { PageScript } from './page-script.ts'

interface Filter {
  readonly hasText?: string | RegExp
  readonly has?: Locator
}

interface Timeout {
  readonly timeout?: number
}

/** The part of Playwright's `Locator` that the stories use, over the driver of an engine. */
export class StoryLocator {
  /** By this name and by `_expect`, the matchers of Playwright take it for a locator. */
  readonly _apiName = 'Locator'
  readonly selector: string
  readonly #page: PageAsker

  constructor(page: PageAsker, selector: string) {
    this.#page = page
    this.selector = selector
  }

  toString(): string {
    return asLocator('javascript', this.selector)
  }

  getByRole(role: string, options: Parameters<typeof getByRoleSelector>[1] = {}): StoryLocator {
    return this.#within(getByRoleSelector(role, options))
  }

  getByText(text: string | RegExp, options?: { exact?: boolean }): StoryLocator {
    return this.#within(getByTextSelector(text, options))
  }

  getByLabel(text: string | RegExp, options?: { exact?: boolean }): StoryLocator {
    return this.#within(getByLabelSelector(text, options))
  }

  locator(inner: string | StoryLocator, filter: Filter = {}): StoryLocator {
    const selector = typeof inner === 'string' ? inner : `internal:chain=${quote(inner.selector)}`
    return this.#within(selector).filter(filter)
  }

  filter({ hasText, has }: Filter): StoryLocator {
    const parts = [this.selector]
    if (hasText !== undefined) {
      const text = hasText instanceof RegExp ? String(hasText) : `${quote(hasText)}i`
      parts.push(`internal:has-text=${text}`)
    }
    if (has !== undefined) {
      parts.push(`internal:has=${quote((has as unknown as StoryLocator).selector)}`)
    }
    return new StoryLocator(this.#page, parts.join(' >> '))
  }

  nth(index: number): StoryLocator {
    return this.#within(`nth=${index}`)
  }

  first(): StoryLocator {
    return this.nth(0)
  }

  last(): StoryLocator {
    return this.nth(-1)
  }

  or(other: StoryLocator): StoryLocator {
    return this.#within(`internal:or=${quote(other.selector)}`)
  }

  count(): Promise<number> {
    return this.#ask((story, selector) => story.all(selector).length)
  }

  async all(): Promise<StoryLocator[]> {
    return Array.from({ length: await this.count() }, (_, index) => this.nth(index))
  }

  isVisible(): Promise<boolean> {
    return this.#ask((story, selector) => story.isVisible(story.one(selector)))
  }

  getAttribute(name: string): Promise<string | null> {
    return this.#wait((story, selector, name) => story.must(selector).getAttribute(name), name)
  }

  innerText(): Promise<string> {
    return this.#wait((story, selector) => (story.must(selector) as HTMLElement).innerText)
  }

  textContent(): Promise<string | null> {
    return this.#wait((story, selector) => story.must(selector).textContent)
  }

  inputValue(): Promise<string> {
    return this.#wait((story, selector) => (story.must(selector) as HTMLInputElement).value)
  }

  async evaluate<A, R>(run: (element: Element, argument: A) => R, argument?: A): Promise<R> {
    return this.#page.retry(() => this.#page.evaluateOn(this.selector, String(run), argument))
  }

  async hover(options: Timeout = {}): Promise<void> {
    const { x, y } = await this.#place('any', options)
    await this.#page.engine.move(x, y)
  }

  async click(options: Timeout = {}): Promise<void> {
    const { x, y } = await this.#place('enabled', options)
    await this.#page.engine.click(x, y)
  }

  async check(): Promise<void> {
    const isChecked = await this.#wait(
      (story, selector) => story.check(selector, 'to.be.checked', {}).matches,
    )
    if (!isChecked) await this.click()
  }

  fill(text: string): Promise<void> {
    return this.#wait((story, selector, text) => story.fill(selector, text), text)
  }

  selectOption(value: string): Promise<void> {
    return this.#wait((story, selector, value) => story.select(selector, value), value)
  }

  focus(): Promise<void> {
    return this.#wait((story, selector) => (story.must(selector) as HTMLElement).focus())
  }

  async press(keys: string): Promise<void> {
    await this.focus()
    await this.#page.engine.press(keys)
  }

  async pressSequentially(text: string): Promise<void> {
    await this.focus()
    await this.#page.engine.type(text)
  }

  scrollIntoViewIfNeeded(): Promise<void> {
    return this.#wait((story, selector) =>
      story.must(selector).scrollIntoView({ block: 'nearest', behavior: 'instant' }),
    )
  }

  async waitFor({ state = 'visible', timeout }: { state?: string; timeout?: number } = {}) {
    const { matches } = await this.#expect(`to.be.${state}`, { timeout: timeout ?? 150_000 })
    if (!matches) throw new Error(`${this.toString()} did not become ${state}.`)
  }

  async setInputFiles(
    files: string | readonly { readonly name: string; readonly buffer: Uint8Array }[],
  ): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'ambit-'))
    const paths = typeof files === 'string' ? [files] : files.map(({ name }) => join(folder, name))
    if (typeof files !== 'string') {
      for (const { name, buffer } of files) writeFileSync(join(folder, name), buffer)
    }
    await this.#wait((story, selector) => story.must(selector).setAttribute('data-story-files', ''))
    await this.#page.engine.setFiles('[data-story-files]', paths)
    await this.#wait((story, selector) => story.must(selector).removeAttribute('data-story-files'))
    // The page may still read the files.
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  }

  /** Waits until what a matcher of Playwright expects is so, or not so. */
  _expect(expression: string, expected: Expectation) {
    return this.#expect(expression, expected)
  }

  #expect(expression: string, expected: Expectation) {
    const { isNot = false, timeout = 20_000, ...rest } = expected
    const { title: _, signal: __, ...json } = rest as Record<string, unknown>
    return this.#page.expectUntil(isNot, timeout, () =>
      this.#ask(
        (story, selector, name, wanted) => story.check(selector, name, wanted),
        expression,
        json as Expectation,
      ),
    )
  }

  #within(selector: string): StoryLocator {
    const all = this.selector === '' ? selector : `${this.selector} >> ${selector}`
    return new StoryLocator(this.#page, all)
  }

  #ask<A extends readonly unknown[], R>(
    run: (story: PageScript, selector: string, ...args: A) => R,
    ...args: A
  ): Promise<R> {
    return this.#page.ask(String(run), [this.selector, ...args]) as Promise<R>
  }

  #wait<A extends readonly unknown[], R>(
    run: (story: PageScript, selector: string, ...args: A) => R,
    ...args: A
  ): Promise<R> {
    return this.#page.retry(() => this.#ask(run, ...args))
  }

  #place(button: 'enabled' | 'any', { timeout }: Timeout): Promise<{ x: number; y: number }> {
    return this.#page.retry(async () => {
      const place = await this.#ask(
        (story, selector, button) => story.place(selector, button),
        button,
      )
      if ('blockedBy' in place) {
        throw new Error(`${this.toString()} cannot be clicked: ${JSON.stringify(place)}`)
      }
      return place
    }, timeout)
  }
}

const quote = (text: string): string => JSON.stringify(text)
