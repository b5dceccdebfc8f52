import { expect, type Locator } from '@playwright/test'

/**
 * Presses what allows a call, and waits for the card to go. Waits until it may be pressed first: a press that the driver tries before is tried again elsewhere on
 * the screen, and a button that has just moved heeds nobody.
 */
export async function allow(card: Locator, button: string): Promise<void> {
  const allows = card.getByRole('button', { name: button })
  await allows.scrollIntoViewIfNeeded()
  await expect(allows).toBeEnabled()
  await allows.click()
  await expect(card).toHaveCount(0)
}
