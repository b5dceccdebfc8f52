import { type Locator, page, userEvent } from 'vitest/browser'

/** The field for what the person says. */
export const field = (): Locator => page.getByRole('textbox', { name: 'Message' })

/** Writes a message and sends it. */
export async function say(text: string, keys: string = '{Enter}'): Promise<void> {
  await userEvent.fill(field(), text)
  await userEvent.keyboard(keys)
}
