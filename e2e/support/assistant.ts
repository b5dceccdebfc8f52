import { expect, type Locator, type Page } from '@playwright/test'

/** The chat widget, as a user finds it: by roles and names. */
export class Assistant {
  readonly launcher: Locator
  readonly dialog: Locator
  readonly field: Locator
  readonly stop: Locator
  readonly status: Locator
  readonly conversation: Locator
  readonly error: Locator
  readonly notice: Locator

  constructor(page: Page) {
    this.launcher = page.getByRole('button', { name: 'Open assistant' })
    this.dialog = page.getByRole('dialog', { name: 'Assistant' })
    this.field = this.dialog.getByRole('textbox', { name: 'Message' })
    this.stop = this.dialog.getByRole('button', { name: 'Stop' })
    this.status = this.dialog.getByRole('status')
    this.conversation = this.dialog.getByRole('region', { name: 'Conversation' })
    this.error = this.dialog.getByRole('group', { name: 'Something went wrong' })
    this.notice = this.dialog.getByRole('note')
  }

  /** Returns the messages of the user or of the assistant, with the cards in them. */
  said(by: 'You' | 'Assistant'): Locator {
    return this.dialog.getByRole('article', { name: by })
  }

  /** Opens the panel. After a reload it may be open, as it was before. */
  async open(): Promise<void> {
    await expect(this.launcher.or(this.field).first()).toBeVisible()
    if (await this.field.isVisible()) return this.field.focus()
    await this.launcher.click()
    await expect(this.field).toBeFocused()
  }

  async say(text: string): Promise<void> {
    await this.field.fill(text)
    await this.field.press('Enter')
  }

  /** Returns the cards of a tool, in the order of its calls, or those with a sentence as title. */
  card(title: string | RegExp): Locator {
    return this.dialog.getByRole('group', { name: title, exact: true })
  }

  /** Opens the steps of all runs to their cards. Say it when the runs are over. */
  async openSteps(): Promise<void> {
    const folded = this.dialog.getByRole('button', { name: /^\d+ steps/, expanded: false })
    await expect(async () => {
      for (const line of await folded.all()) await line.click({ timeout: 1000 })
      expect(await folded.count()).toBe(0)
    }).toPass()
  }

  /** Waits until the tools were called in exactly this order, and have ended in these states. */
  async expectCards(cards: readonly (readonly [title: string, state: string])[]): Promise<void> {
    if (cards.length > 1) {
      const line = this.dialog.getByRole('button', { name: /^\d+ steps/ })
      await expect(line.first()).toBeVisible()
      await this.openSteps()
    }
    const all = this.said('Assistant').locator('[role="group"]')
    await expect(all).toHaveCount(cards.length)
    for (const [index, [title, state]] of cards.entries()) {
      await expect(all.nth(index)).toHaveAccessibleName(title)
      await expect(all.nth(index).getByText(state, { exact: true })).toBeVisible()
    }
  }
}

/** Denies the call of a card. */
export async function deny(card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Deny', exact: true }).click()
}
