import { expect, type Locator, type Page } from '@playwright/test'

/** The texts of the widget by which its parts are found. */
export interface WidgetWords {
  /** The button that opens a closed widget. Default `Open assistant`. */
  readonly open: string | RegExp
  /** The field for a message. Default `Message`. */
  readonly message: string | RegExp
  /** The name of a card that asks for approval. Default: any. */
  readonly card: string | RegExp
  /** The button that allows a call. Default `Allow once`. */
  readonly allow: string | RegExp
  /** The button that refuses a call. Default `Deny`. */
  readonly deny: string | RegExp
  /** The button that opens a long card to its end. Default `Show the rest`. */
  readonly rest: string | RegExp
  /** The note of a press that did not count. Default `Not counted`. */
  readonly missed: string | RegExp
  /** The button that shows the steps of an answer. Default: has the word `step` or `steps`. */
  readonly steps: string | RegExp
}

export const englishWords: WidgetWords = {
  open: 'Open assistant',
  message: 'Message',
  card: /./,
  allow: 'Allow once',
  deny: 'Deny',
  rest: 'Show the rest',
  missed: 'Not counted',
  steps: /\bsteps?\b/i,
}

/** One call, as `expectCall` compares it. */
interface SeenCall {
  readonly name: string
  readonly arguments: unknown
}

/** The agent of the page that a story of Playwright looks at, used as a user uses the widget. */
export class AgentOnPage {
  readonly #page: Page
  readonly #words: WidgetWords

  constructor(page: Page, words: WidgetWords) {
    this.#page = page
    this.#words = words
  }

  /** Sends a message. Opens the widget first if it is closed. */
  async say(text: string): Promise<void> {
    const field = this.#page.getByRole('textbox', { name: this.#words.message })
    const open = this.#page.getByRole('button', { name: this.#words.open })
    await expect(field.or(open).first()).toBeVisible()
    if (!(await field.isVisible())) await open.click()
    await field.fill(text)
    await field.press('Enter')
  }

  /**
   * Waits until the agent has called a tool with at least these arguments. Looks at `agent` of the
   * page's `globalThis` if there is one; `name` is then the name that the model uses. If not, looks
   * at the steps that the widget shows, for the tool's title and the text of the arguments.
   */
  async expectCall(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await expect(async () => {
      const calls = await this.#page.evaluate(readCalls)
      if (!calls) return this.#expectCard(name, args)
      const expected = expect.objectContaining({ name, arguments: expect.objectContaining(args) })
      expect(calls).toEqual(expect.arrayContaining([expected]))
    }).toPass()
  }

  /**
   * Allows the call that waits, once the button can be pressed: all of the card must have been in
   * view. Presses again if a press did not count. With a title: the call whose card has that text.
   */
  async allow(title?: string): Promise<void> {
    const card = this.#card(title)
    await expect(card).toBeVisible()
    const element = await card.elementHandle()
    const isGone = async (): Promise<boolean> => !(await element?.evaluate((at) => at.isConnected))
    const rest = card.getByRole('button', { name: this.#words.rest })
    const button = card.getByRole('button', { name: this.#words.allow })
    const missed = card.getByText(this.#words.missed)
    await expect(async () => {
      if (await rest.isVisible()) await rest.evaluate(pressToEnd, undefined, { timeout: 1000 })
      await button.scrollIntoViewIfNeeded({ timeout: 1000 })
      await button.click({ timeout: 2000 })
      await expect.poll(async () => (await isGone()) || (await missed.isVisible())).toBe(true)
      expect(await isGone()).toBe(true)
    }).toPass({ intervals: [100] })
  }

  /** Refuses the call that waits. With a title: the call whose card has that text. */
  async deny(title?: string): Promise<void> {
    await this.#card(title).getByRole('button', { name: this.#words.deny }).click()
  }

  #card(title = ''): Locator {
    const cards = this.#page.getByRole('group', { name: this.#words.card })
    return cards.and(this.#page.locator('.ambit-approval')).filter({ hasText: title }).first()
  }

  async #expectCard(name: string, args: Readonly<Record<string, unknown>>): Promise<void> {
    const folded = this.#page.getByRole('button', { name: this.#words.steps, expanded: false })
    while (await folded.count()) await folded.first().click()
    let cards = this.#page.getByRole('group', { name: titleOf(name) })
    for (const value of Object.values(args)) cards = cards.filter({ hasText: String(value) })
    await expect(cards.first()).toBeVisible({ timeout: 1000 })
  }
}

/** Returns the title that the widget makes of a tool's name. */
const titleOf = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The parts of a button in the page that are used there. */
interface PageButton {
  checkVisibility(options: { readonly visibilityProperty: boolean }): boolean
  click?(): void
}

/**
 * Presses a button until it is hidden, at most 200 times. What it brings into view counts a moment
 * later. Runs in the page: a long card would need some hundred steps of Playwright.
 */
async function pressToEnd(button: PageButton): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    if (!button.checkVisibility({ visibilityProperty: true })) return
    button.click?.()
    await new Promise((resolve) => setTimeout(resolve, 120))
  }
}

/** Reads the calls in the open conversation. Runs in the page. */
function readCalls(): readonly SeenCall[] | undefined {
  const { agent } = globalThis as {
    agent?: { history?: { messages?: readonly { calls?: readonly SeenCall[] }[] } }
  }
  return agent?.history?.messages?.flatMap(({ calls = [] }) =>
    calls.map((call) => ({ name: call.name, arguments: call.arguments })),
  )
}
