import { jsonSchema } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

// The import fails when the page is offline, or after a new deployment has replaced its files.
vi.mock('./args-editor.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

describe('NoEditor', () => {
  it('says so, allows nothing itself, and leads back to the call as it is', async () => {
    const ran: unknown[] = []
    const pay = tool('pay', (given) => void ran.push(given), {
      parameters: jsonSchema({ type: 'object', properties: { to: { type: 'string' } } }),
      approval: true,
    })
    const replies = [calls(call('pay', { to: 'Ada' })), 'Paid.']
    await renderCopilot(replies, {}, { tools: [pay] })
    await say('Pay')
    const card = page.getByRole('group', { name: 'Allow “Pay”?' })
    await card.getByRole('button', { name: 'Change…' }).click()
    await expect.element(card.getByText('The editor could not be loaded.')).toBeVisible()
    expect(card.getByRole('button', { name: /^Allow/ }).query()).toBeNull()
    const back = card.getByRole('button', { name: 'Discard changes' })
    await expect.element(back).toHaveFocus()
    await back.click()
    await card.getByRole('button', { name: 'Allow once' }).click()
    await expect.element(page.getByText('Paid.')).toBeVisible()
    expect(ran).toEqual([{ to: 'Ada' }])
  })
})
