import { allowChanged } from './support/allow.ts'
import { expect, test } from './support/back-office.ts'

interface Orders {
  orders: { id: string; total: number; customer: string }[]
}

test.describe('a list of orders that the demo model works on', () => {
  // A call can be allowed only when its whole card is visible.
  test.use({ viewport: { width: 1280, height: 1000 } })

  test('shows the unpaid ones over 500 from last month, and drafts reminders, which can be undone', async ({
    page,
    assistant,
    office,
  }) => {
    await office.open('/orders', 'manager', 'demo')
    const { orders } = await office.read<Orders>(
      'orders?payment=unpaid&placed=last%20month&minTotal=500',
    )
    expect(orders.length).toBeGreaterThanOrEqual(3)
    await assistant.open()
    await assistant.say(
      'Show the unpaid orders over 500 from last month and draft reminders for them',
    )
    await assistant.expectCards([
      ['Filter orders', 'Done'],
      ['Draft reminders', 'Done'],
    ])
    const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row')
    await expect(rows).toHaveCount(orders.length + 1)
    await expect(rows.filter({ hasText: 'reminder drafted' })).toHaveCount(orders.length)

    await assistant.card('Draft reminders').getByRole('button', { name: 'Undo' }).click()
    await expect(rows.filter({ hasText: 'reminder drafted' })).toHaveCount(0)
  })

  test('takes it all back when the user says “undo that”', async ({ page, assistant, office }) => {
    await office.open('/orders', 'manager', 'demo')
    await assistant.open()
    await assistant.say(
      'Show the unpaid orders over 500 from last month and draft reminders for them',
    )
    const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row')
    await expect(rows.filter({ hasText: 'reminder drafted' })).not.toHaveCount(0)
    await expect(assistant.status.last()).toHaveText('Done')
    await assistant.say('undo that')
    await expect(rows.filter({ hasText: 'reminder drafted' })).toHaveCount(0)
    const { orders } = await office.read<{ orders: { hasReminder: boolean }[] }>(
      'orders?payment=unpaid&placed=last%20month&minTotal=500',
    )
    expect(orders.some(({ hasReminder }) => hasReminder)).toBe(false)
    await expect(assistant.status.last()).toHaveText('Done')
    await assistant.openSteps()
    const draft = assistant.card('Draft reminders')
    await expect(draft.getByText('Undone', { exact: true })).toBeVisible()
    await expect(draft.getByText('Done', { exact: true })).toHaveCount(0)
    await expect(draft.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })

  test('refunds the second one, for as much as the user says, and takes it back', async ({
    assistant,
    office,
  }) => {
    await office.open('/orders', 'manager', 'demo')
    const { orders } = await office.read<Orders>(
      'orders?payment=paid&placed=last%20month&minTotal=500',
    )
    const second = orders[1]?.id ?? ''
    await assistant.open()
    await assistant.say('Show the paid orders over 500 from last month')
    await expect(assistant.card('Filter orders').getByText('Done', { exact: true })).toBeVisible()
    await assistant.say('Refund the second one')

    const card = assistant.card(/Refund .+\?$/)
    await expect(card.getByText(second, { exact: false }).first()).toBeVisible()
    await card.getByRole('button', { name: 'Change…' }).click()
    await card.getByRole('textbox', { name: 'amount' }).fill('20')
    await allowChanged(card)
    await expect(office.row(second)).toContainText('−€20.00')

    await assistant.card('Refund order').getByRole('button', { name: 'Undo' }).click()
    await expect(office.row(second)).not.toContainText('−€20.00')
    expect(await office.read('refunds')).toEqual([])
  })
})
