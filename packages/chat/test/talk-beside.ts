import { jsonSchema, type Tool } from '@ambit/core'
import { call, calls, type Reply } from '@ambit/testing'
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { tool } from './render-copilot.tsx'
import { field } from './say.ts'

/** The replies of a model that asks to pay, and then is done. */
export const approvingReplies: readonly Reply[] = [calls(call('pay', { to: 'Ada' })), 'It is paid.']

/** Creates the tool that the model calls, and the list of what it was called with. */
export function payTool(): {
  readonly pay: Tool<Record<string, unknown>>
  readonly ran: unknown[]
} {
  const ran: unknown[] = []
  const parameters = jsonSchema({ type: 'object', properties: { to: { type: 'string' } } })
  const pay = tool('pay', (given) => void ran.push(given), { parameters, approval: true })
  return { pay, ran }
}

/**
 * Opens the chat while a dialog of the page is open, writes, allows a call, reads the answer, and
 * leaves by Escape. Holds that `kept`, a field in that dialog, keeps its text and takes more.
 */
export async function talkBeside(kept: Locator, text: string): Promise<void> {
  await expect.element(kept).toHaveValue(text)
  await page.getByRole('button', { name: 'Open assistant' }).click()
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('Pay Ada')
  await expect.element(field()).toHaveValue('Pay Ada')
  await userEvent.click(field())
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Allow once' }).click()
  await expect.element(page.getByText('It is paid.')).toBeVisible()
  await expect.element(kept).toHaveValue(text)
  await userEvent.click(kept)
  await userEvent.keyboard('{End}e')
  await expect.element(kept).toHaveFocus()
  await expect.element(kept).toHaveValue(`${text}e`)
  await userEvent.click(field())
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Open assistant' })).toBeVisible()
  await expect.element(kept).toHaveValue(`${text}e`)
}
