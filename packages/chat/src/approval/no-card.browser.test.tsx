import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../render-copilot-for-test.tsx'
import { field, say } from '../say-for-test.ts'

// The import fails when the page is offline, or after a new deployment has replaced its files.
vi.mock('./approval-card.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

describe('NoCard', () => {
  it('R56 names the call, which cannot be allowed unseen, and lets the person end it', async () => {
    const ran: unknown[] = []
    const pay = tool('pay', () => void ran.push(1), { requiresApproval: true })
    const { model } = await renderCopilot([calls(call('pay')), 'I see.'], {}, { tools: [pay] })
    await say('Pay')
    const card = page.getByRole('group', { name: 'Pay', exact: true }).last()
    await expect.element(card.getByRole('button')).toHaveTextContent('Cancel')
    await card.getByRole('button').click()
    await expect.element(page.getByText('I see.')).toBeVisible()
    await expect.element(field()).toHaveFocus()
    expect(ran).toEqual([])
    expect(JSON.stringify(model.requests[1])).toContain('the person said no')
  })
})
