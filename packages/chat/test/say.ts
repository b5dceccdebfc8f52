import { type Locator, page, userEvent } from 'vitest/browser'

/** Finds the field for the user's message. */
export const field = (): Locator => page.getByRole('textbox', { name: 'Message' })

/** Writes a message and sends it. */
export async function say(text: string, keys: string = '{Enter}'): Promise<void> {
  await userEvent.fill(field(), text)
  await userEvent.keyboard(keys)
}
