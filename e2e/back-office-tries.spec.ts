import { allow } from './support/allow.ts'
import type { Assistant } from './support/assistant.ts'
import { expect, test } from './support/back-office.ts'

const paths = [
  '/',
  '/orders',
  '/orders/A-99001',
  '/customers',
  '/inventory',
  '/refunds',
  '/tickets',
]

const press = ({ dialog }: Assistant, name: string) =>
  dialog.getByRole('button', { name, exact: true }).click()

for (const path of paths) {
  test(`from ${path}, the assistant works on three pages, and again after a reset`, async ({
    page,
    assistant,
    office,
  }) => {
    for (let count = 0; count < 2; count += 1) {
      await office.open(path, 'manager', 'demo')
      await assistant.open()
      await press(assistant, '1 Let it work: a chart, a filter, reminders')
      await expect(assistant.said('Assistant').last()).toContainText(/reminders are drafted/, {
        timeout: 60_000,
      })
      await expect(page.getByText('reminder drafted').first()).toBeVisible()
      await office.link('dashboard').click()
      await expect(page.getByRole('region', { name: 'Sales by country' })).toBeVisible()
      await page.getByRole('button', { name: 'Reset the demo' }).click()
      const question = page.getByRole('dialog', { name: 'Reset the demo?' })
      await question.getByRole('button', { name: 'Keep everything' }).click()
      await expect(page.getByRole('region', { name: 'Sales by country' })).toBeVisible()
      await page.getByRole('button', { name: 'Reset the demo' }).click()
      await question.getByRole('button', { name: 'Reset', exact: true }).click()
      await expect(assistant.said('You')).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Sales by week' })).toBeVisible()
    }
  })

  test(`from ${path}, a refund is asked for, allowed and undone`, async ({ assistant, office }) => {
    await office.open(path, 'manager', 'demo')
    await assistant.open()
    await press(assistant, '2 Be asked, then undo: a refund')
    await allow(assistant.card(/Refund .+\?$/), 'Allow once')
    await expect(assistant.said('Assistant').last()).toContainText(/€5\.00 of A-\d+ go back/, {
      timeout: 60_000,
    })
    await assistant.dialog.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect(assistant.dialog.getByText('Undone: Refund order.').last()).toBeVisible()
  })

  test(`from ${path}, the assistant signs in as Vic, and says why not`, async ({
    page,
    assistant,
    office,
  }) => {
    await office.open(path, 'manager', 'demo')
    await assistant.open()
    await press(assistant, '3 Sign in as Vic, and see why not')
    await expect(page.getByText('Vic Viewer')).toBeVisible()
    await assistant.open()
    await expect(assistant.said('Assistant').last()).toContainText(
      'I cannot refund the order: the role “viewer” may look, and change nothing.',
      { timeout: 60_000 },
    )
  })
}
