import { expect } from 'vitest'
import { page } from 'vitest/browser'

/**
 * Goes through the approval cards as a user does, until an allow button is ready. Shows each part
 * that was not in view, then the button.
 */
export async function seeAll(): Promise<void> {
  const look = (): boolean => {
    const button = document.querySelector('.ambit-approval [data-primary]')
    if (button?.getAttribute('aria-disabled') === null) return true
    const rest = page.getByRole('button', { name: 'Show the rest' }).query()
    if (rest instanceof HTMLElement) rest.click()
    else button?.scrollIntoView({ block: 'nearest' })
    return false
  }
  await expect.poll(look, { interval: 250, timeout: 15_000 }).toBe(true)
}
