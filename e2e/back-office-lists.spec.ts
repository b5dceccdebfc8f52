import { expect, test } from './support/back-office.ts'
import { callTool } from './support/model-server.ts'

test.describe('the filters of a list', () => {
  test('are in the address: a reload keeps them, and going back leads to them', async ({
    page,
    office,
  }) => {
    await office.open('/', 'manager', 'demo')
    await page
      .getByRole('list', { name: 'Figures' })
      .getByRole('link', { name: /orders$/ })
      .click()
    await expect(page).toHaveURL(/payment=unpaid/)
    const count = page.getByRole('main').getByText(/^[\d,]+ orders, €/)
    await expect(count).toBeVisible()
    const unpaid = await count.innerText()

    await page.reload()
    await expect(count).toHaveText(unpaid)
    await expect(page.getByRole('combobox', { name: 'Payment' })).toHaveValue('unpaid')

    const first = page.getByRole('table', { name: 'Orders' }).getByRole('link', { name: /^A-/ })
    await first.first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order A-/)
    await page.goBack()
    await expect(count).toHaveText(unpaid)

    await page.getByRole('searchbox', { name: 'Customer' }).pressSequentially('Clara')
    await expect(page.getByRole('searchbox', { name: 'Customer' })).toHaveValue('Clara')
    await expect(page).toHaveURL(/customer=Clara/)
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(page).toHaveURL(/\/orders\?model=ambit-demo$/)
    await expect(count).not.toHaveText(unpaid)
  })

  test('are set there by the agent too', async ({ page, assistant, office }) => {
    office.models.script([
      callTool('filter_orders', { payment: 'unpaid', minTotal: 500 }),
      callTool('open_page', { page: 'customers' }),
      callTool('search_customers', { text: 'Prague' }),
      { content: 'These are they.' },
    ])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Who in Prague owes us money?')
    await expect(assistant.dialog.getByText('These are they.')).toBeVisible()
    await expect(page).toHaveURL(/\/customers\?.*text=Prague/)
    await expect(page.getByRole('searchbox', { name: 'Search customers' })).toHaveValue('Prague')
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search customers' })).toHaveValue('')
    const told = JSON.stringify(office.models.requests.at(1)?.messages)
    expect(told).toContain('in all')
  })

  test('that somebody has written wrongly are left out', async ({ page, office }) => {
    await office.open('/orders', 'manager', 'demo')
    await page.goto(new URL('/orders?payment=stolen&status=open&page=-1', page.url()).href)
    await expect(page.getByRole('combobox', { name: 'Payment' })).toHaveValue('any')
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('open')
    await expect(
      page.getByRole('table', { name: 'Orders' }).getByRole('link').first(),
    ).toBeVisible()
  })
})

test.describe('a list that is not there yet', () => {
  test('is bars, and never an empty shop', async ({ page, office }) => {
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/orders?*', async (route) => {
      await gate.promise
      await route.continue()
    })
    await office.open('/orders', 'manager', 'demo')
    await expect(page.getByRole('status', { name: 'Loading orders' })).toBeVisible()
    await expect(page.getByText('No order fits.')).toHaveCount(0)
    await expect(page.getByText(/\b0 orders/)).toHaveCount(0)
    gate.resolve()
    await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
  })

  test('says that the user is offline, and comes when they are back', async ({
    page,
    context,
    office,
  }) => {
    await office.open('/orders', 'manager', 'demo')
    await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('You are offline.').first()).toBeVisible()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('cancelled')
    await expect(page.getByText('No order fits.')).toHaveCount(0)
    await context.setOffline(false)
    await expect(page.getByText('You are offline.')).toHaveCount(0)
    await expect(office.row('cancelled').first()).toBeVisible()
  })

  test('says that the server does not answer, and tries again when it is told to', async ({
    page,
    office,
  }) => {
    await page.route('**/api/orders?*', (route) => route.abort())
    await office.open('/orders', 'manager', 'demo')
    const failure = page.getByRole('alert')
    await expect(failure).toContainText('The server does not answer.')
    await page.unroute('**/api/orders?*')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
  })
})

test.describe('the sign-in', () => {
  test('keeps the address when the password is wrong', async ({ page, host }) => {
    await page.goto(host.url)
    await page.getByText('Sign in with a password').click()
    const email = page.getByRole('textbox', { name: 'Email' })
    await email.fill('mia@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('The address or the password is wrong.')).toBeVisible()
    await expect(email).toHaveValue('mia@example.com')
  })
})
