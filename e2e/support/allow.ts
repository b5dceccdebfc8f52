import { expect, type Locator } from '@playwright/test'

/** Presses what allows a call until the card is gone: a press on a card that has just moved, or that something lies over, is not taken for one. */
export async function allow(card: Locator, button: string): Promise<void> {
  await expect(async () => {
    if (await card.isVisible()) {
      // To the end of the conversation, where nothing offers to jump there.
      await card.getByRole('button', { name: 'Deny' }).hover()
      await card.page().mouse.wheel(0, 5000)
      await card.getByRole('button', { name: button }).click({ timeout: 5000 })
    }
    await expect(card).toHaveCount(0, { timeout: 2000 })
  }).toPass()
}
