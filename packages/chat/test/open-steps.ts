import { page } from 'vitest/browser'

/** Opens the line of a run's steps to their cards. */
export const openSteps = (): Promise<void> =>
  page.getByRole('button', { name: /^(Step \d|\d+ steps)/, expanded: false }).click()
