import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../render-copilot-for-test.tsx'
import { field, say } from '../say-for-test.ts'

// The import fails when the page is offline, or after a new deployment has replaced its files.
vi.mock('./question-form.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

describe('NoForm', () => {
  it('shows the question, which can be declined', async () => {
    const book = tool('book', (_, ctx) => ctx.ask('Where to?'))
    const { model } = await renderCopilot([calls(call('book')), 'A pity.'], {}, { tools: [book] })
    await say('Book')
    await expect.element(page.getByText('Where to?')).toBeVisible()
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect.element(page.getByText('A pity.')).toBeVisible()
    await expect.element(page.getByText('Where to?')).not.toBeInTheDocument()
    await expect.element(field()).toHaveFocus()
    expect(model.requests).toHaveLength(2)
  })
})
