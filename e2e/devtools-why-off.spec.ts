import { expect, test } from './support/back-office.ts'

// The devtools are in development builds alone.
test.use({ isDevelopment: true })

test.describe('a tool that a role switches off', () => {
  test('is off in the devtools, for the reason that the request had', async ({
    page,
    assistant,
    office,
  }) => {
    await office.open('/orders', 'viewer', 'demo')
    await assistant.open()
    await assistant.say('Show the orders that are open')
    await expect(assistant.card('Filter orders').getByText('Done', { exact: true })).toBeVisible()
    await expect(assistant.status.last()).toHaveText('Done')

    await page.keyboard.press('Control+Alt+a')
    await page.getByRole('tab', { name: 'Requests' }).click()
    const request = page.getByRole('region', { name: 'Chosen request' })
    const refund = request.getByRole('row').filter({ hasText: 'refund_order' })
    await expect(refund).toContainText('OFF')
    await expect(refund).toContainText('The role “viewer” may look, and change nothing')
    const filter = request.getByRole('row').filter({ hasText: 'filter_orders' })
    await expect(filter).not.toContainText('OFF')
  })
})
