import { expect, test } from './support/back-office.ts'
import { startDemoServer } from './support/demo-server.ts'
import { callTool } from './support/model-server.ts'

test.describe('the back office without its agent', () => {
  test('lets a visitor of the demo in by one press', async ({ page, host }) => {
    await page.goto(host.url)
    await page.getByRole('button', { name: 'Vic' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await expect(page.getByText('Vic Viewer')).toBeVisible()
  })

  test('signs in, opens every page, and does by hand what the agent could do', async ({
    page,
    host,
    office,
  }) => {
    await page.goto(host.url)
    await page.getByText('Sign in with a password').click()
    await page.getByRole('textbox', { name: 'Email' }).fill('mia@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('demo')
    await page.getByRole('button', { name: 'Sign in' }).click()

    await page.getByRole('combobox', { name: 'Sales by' }).selectOption('category')
    await page.getByRole('button', { name: 'Add chart' }).click()
    const chart = page.getByRole('region', { name: 'Sales by category' })
    await expect(chart.getByRole('img')).toHaveAccessibleName(/Machines: €/)

    await office.link('inventory').click()
    await page.getByRole('checkbox', { name: 'Only what is low' }).check()
    await page.getByRole('combobox', { name: 'Product' }).selectOption('Kettle with thermostat')
    await page.getByRole('textbox', { name: 'Pieces' }).fill('-50')
    await page.getByRole('button', { name: 'Goods in' }).click()
    await expect(page.getByRole('alert')).toHaveText('There are only 4 pieces of KET-TMP.')
    await page.getByRole('textbox', { name: 'Pieces' }).fill('30')
    await page.getByRole('button', { name: 'Goods in' }).click()
    await expect(office.row('Kettle with thermostat')).toHaveCount(0)

    await office.link('orders').click()
    await page.getByRole('combobox', { name: 'Placed' }).selectOption('last month')
    await page.getByRole('searchbox', { name: 'Customer' }).fill('Greta Costa')
    await page.getByRole('link', { name: 'A-99001' }).click()
    await page.getByRole('textbox', { name: 'Amount in €' }).fill('2000')
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('At most €949.00 can be refunded.')
    await page.getByRole('textbox', { name: 'Amount in €' }).fill('49')
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(page.getByRole('row', { name: 'Refunded −€49.00' })).toBeVisible()

    await office.link('refunds').click()
    await office.row('A-99001').getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByText('Nothing was refunded yet.')).toBeVisible()
  })
})

test.describe('a form with wrong values', () => {
  test('says the same to the agent as to the user', async ({ page, assistant, office }) => {
    office.models.script([
      callTool('fill_customer', { city: 'Wien', country: 'Austria' }),
      callTool('submit_customer'),
      callTool('correct_customer', { country: 'AT' }),
      callTool('submit_customer'),
      { content: 'They live in Vienna now.' },
    ])
    const message = 'Two capital letters, such as DE.'
    await office.open('/customers/C-1030', 'manager', 'scripted')
    const country = page.getByRole('textbox', { name: 'Country' })
    await country.fill('Germany')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(country).toHaveAccessibleDescription(message)

    await assistant.open()
    await assistant.say('They have moved to Vienna')
    await expect(assistant.dialog.getByText('They live in Vienna now.')).toBeVisible()
    await expect(country).toHaveValue('AT')
    const answers = office.models.requests.at(-1)?.messages.filter(({ role }) => role === 'tool')
    expect(JSON.stringify(answers?.[1])).toContain(message)
    expect(JSON.stringify(answers?.[1])).toContain('country')
    expect(await office.read('customers/C-1030')).toMatchObject({ city: 'Wien', country: 'AT' })
  })
})

test.describe('a form that is not saved', () => {
  test('keeps its page, also from the agent, until the user leaves it', async ({
    page,
    assistant,
    office,
  }) => {
    await office.open('/customers/C-1030', 'manager', 'demo')
    const city = page.getByRole('textbox', { name: 'City' })
    await assistant.open()
    await assistant.say('Set the city to Vienna')
    await expect(assistant.said('Assistant').last()).toContainText('not saved yet')
    await assistant.say('Delete this customer')
    await expect(assistant.said('Assistant').last()).toContainText(/nothing|not understand/)
    await assistant.say('Open the orders page')
    await expect(assistant.said('Assistant').last()).toContainText('Save or undo them first.')
    await expect(city).toHaveValue('Vienna')

    page.once('dialog', (dialog) => void dialog.dismiss())
    await office.link('orders').click()
    await expect(city).toHaveValue('Vienna')
    page.once('dialog', (dialog) => void dialog.accept())
    await office.link('orders').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  })
})

test.describe('a database that cannot be reached', () => {
  test('is a page that says which address was tried and what to start, and no password', async ({
    page,
  }) => {
    await using server = await startDemoServer(
      { DATABASE_URL: 'postgres://shop:planted-secret@127.0.0.1:1/shop' },
      'back-office',
    )
    await page.goto(server.url)
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('No PostgreSQL answers at postgres://127.0.0.1:1/shop')
    await expect(notice).toContainText('Start the server, or correct DATABASE_URL.')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await page.content()).not.toContain('planted-secret')
    expect(server.output()).not.toContain('planted-secret')
  })
})
