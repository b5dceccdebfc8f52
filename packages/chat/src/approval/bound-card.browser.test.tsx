import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

describe('R57 A4 a card whose preview has changed', () => {
  it('R57 A4 shows the new preview, and its Allow is for that', async () => {
    const shown = { customer: 'Ann' }
    const deleted: string[] = []
    const remove = tool('remove', () => void deleted.push(shown.customer), {
      title: 'Delete customer',
      effect: 'destructive',
      approval: { preview: () => `Deletes ${shown.customer}` },
    })
    await renderCopilot([calls(call('remove')), 'I see.'], {}, { tools: [remove] })
    await say('Delete it')
    const card = page.getByRole('group', { name: 'Allow “Delete customer”?' })
    await expect.element(card.getByText('Deletes Ann')).toBeVisible()
    // Nothing announces it: it is found when the user presses.
    shown.customer = 'Bob'
    await card.getByRole('button', { name: /^Allow/ }).click()
    await expect.element(card.getByText('Deletes Bob')).toBeVisible()
    await expect.element(card.getByText('Deletes Ann')).not.toBeInTheDocument()
    expect(deleted).toEqual([])
    await card.getByRole('button', { name: /^Allow/ }).click()
    await expect.poll(() => deleted).toEqual(['Bob'])
  })
})
