import { expect, type Locator } from '@playwright/test'

/**
 * Presses the button that allows a call, and waits until the card is gone. Waits first until the
 * button is enabled. The driver would retry an early press elsewhere on the screen, and a button
 * that has just moved ignores presses.
 */
export async function allow(card: Locator, button: string): Promise<void> {
  const allows = card.getByRole('button', { name: button })
  await allows.scrollIntoViewIfNeeded()
  await expect(allows).toBeEnabled()
  await allows.click()
  await expect(card).toHaveCount(0)
}
