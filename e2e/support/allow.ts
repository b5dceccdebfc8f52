import { expect, type Locator } from '@playwright/test'

/** The number of presses after which a user would give up. */
const MOST_PRESSES = 3

/**
 * Presses the button that allows a call, and waits until the card is gone. Goes through all of the
 * card first, as the card asks. Presses again only if the card says that a press did not count, or
 * if the button was off. The button is off when something has just moved it.
 */
export async function allow(card: Locator, button: string): Promise<void> {
  const allows = card.getByRole('button', { name: button })
  const missed = card.getByText('Not counted')
  for (let press = 1; ; press += 1) {
    await seeAll(card, allows)
    if (press === MOST_PRESSES) break
    // What comes late can push the button out of view, and the card then has to be seen again.
    const isPressed = await allows.click({ timeout: 5000 }).then(
      () => true,
      () => false,
    )
    if (!isPressed) continue
    // A missed press shows its note until the next one counts.
    await expect
      .poll(async () => (await card.count()) === 0 || (await missed.isVisible()))
      .toBe(true)
    if ((await card.count()) === 0) return
  }
  await allows.click()
  await expect(card).toHaveCount(0)
}

/**
 * Presses the button that allows a call with what the user changed. A card that says something
 * else then is allowed by another press.
 */
export async function allowChanged(card: Locator): Promise<void> {
  const button = card.getByRole('button', { name: 'Allow with these changes' })
  const again = card.getByText('This is with your changes')
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1000 })
    await expect(again).toBeVisible({ timeout: 2000 })
  }).toPass()
  await allow(card, 'Allow')
}

/** Goes through a card until its button can be pressed. */
export async function seeAll(card: Locator, button: Locator): Promise<void> {
  const rest = card.getByRole('button', { name: 'Show the rest' })
  await expect(async () => {
    if (await rest.isVisible()) await rest.click()
    else await button.scrollIntoViewIfNeeded()
    await expect(button).toBeEnabled({ timeout: 1000 })
  }).toPass()
}
