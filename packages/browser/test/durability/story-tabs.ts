import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { expect } from 'vitest'

/**
 * Resolves with the browser's answer, or rejects after a minute with an error that names the
 * request.
 */
async function within<T>(what: string, answer: Promise<T>): Promise<T> {
  const { promise: never, reject } = Promise.withResolvers<never>()
  const silent = new Error(`No answer in a minute: ${what}.`)
  const timer = setTimeout(() => reject(silent), 60_000)
  try {
    return await Promise.race([answer, never])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Evaluates an expression in a page. Uses the protocol itself, because Playwright loses pages that
 * come back from the back-forward cache.
 */
export async function evaluate<T>({ cdp, name }: Tab, expression: string): Promise<T> {
  const answer = cdp.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  const { result } = await within(`${name}, \`${expression}\``, answer)
  return result.value as T
}

const isReady = (tab: Tab): Promise<boolean> =>
  evaluate<boolean>(tab, 'window.story !== undefined').catch(() => false)

/** Waits until the page has loaded and has opened the session. */
export async function untilReady(tab: Tab): Promise<void> {
  await expect.poll(() => isReady(tab), { timeout: 30_000, interval: 20 }).toBe(true)
}

/** One page of a session. */
export interface Tab {
  readonly name: string
  readonly page: Page
  readonly cdp: CDPSession
  isFrozen: boolean
  isAway: boolean
}

/** The pages of one session. */
export class StoryTabs {
  readonly sid: string
  readonly all: Tab[] = []
  readonly #context: BrowserContext
  readonly #url: string
  readonly #more: string
  #opened = 0

  /** `database`: the name of a database of their own, for pages that open several sessions. */
  constructor(context: BrowserContext, url: string, sid: string, database?: string) {
    this.#context = context
    this.#url = url
    this.sid = sid
    this.#more = database === undefined ? '' : `&database=${database}`
  }

  async open(): Promise<Tab> {
    const name = `p${++this.#opened}`
    const page = await within(`opening ${name}`, this.#context.newPage())
    const tab = {
      name,
      page,
      cdp: await within(`the protocol of ${name}`, this.#context.newCDPSession(page)),
      isFrozen: false,
      isAway: false,
    }
    this.all.push(tab)
    const address = `${this.#url}/?story=plain&sid=${this.sid}&page=${name}&seed=${this.#opened}`
    await page.goto(address + this.#more)
    await untilReady(tab)
    return tab
  }

  /** Kills the process of a page. */
  async crash(tab: Tab): Promise<void> {
    const crashed = new Promise((resolve) => tab.page.once('crash', resolve))
    tab.cdp.send('Page.crash').catch(() => undefined)
    await within(`crashing ${tab.name}`, crashed)
    await this.close(tab)
  }

  async close(tab: Tab): Promise<void> {
    this.all.splice(this.all.indexOf(tab), 1)
    await within(`closing ${tab.name}`, tab.page.close())
  }

  /**
   * Freezes a page with a debugger, or lets it continue. For other pages this is a frozen page: it
   * keeps its lock, answers nothing, and continues where it was.
   */
  async setFrozen(tab: Tab, isFrozen: boolean): Promise<void> {
    tab.isFrozen = isFrozen
    const { name, cdp } = tab
    if (!isFrozen) return void (await within(`waking ${name}`, cdp.send('Debugger.disable')))
    await within(`a debugger for ${name}`, cdp.send('Debugger.enable'))
    const paused = new Promise((resolve) => cdp.once('Debugger.paused', resolve))
    await within(`asking ${name} to pause`, cdp.send('Debugger.pause'))
    // The page pauses at its next statement, and answers only after it continues.
    const answered = evaluate(tab, '1').then(() => {
      throw new Error(`${name} does not stop: another page of its process has.`)
    })
    await within(`the pause of ${name}`, Promise.race([paused, answered]))
  }

  async leave(tab: Tab): Promise<void> {
    await tab.page.goto(`${this.#url}/away`)
    tab.isAway = true
  }

  async comeBack(tab: Tab): Promise<void> {
    // The page may be gone before it has answered, and may then never answer.
    void evaluate(tab, 'history.back()').catch(() => undefined)
    await untilReady(tab)
    tab.isAway = false
  }
}
