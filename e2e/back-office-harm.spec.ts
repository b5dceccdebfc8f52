import { allow } from './support/allow.ts'
import { deny } from './support/assistant.ts'
import { expect, test } from './support/back-office.ts'
import { callTool } from './support/model-server.ts'

interface Orders {
  orders: { id: string; customer: string; status: string }[]
}
interface Products {
  sku: string
  name: string
  stock: number
}

// A call can be allowed only when its whole card is visible.
test.use({ viewport: { width: 1280, height: 1000 } })

test.describe('a refund that cannot be', () => {
  for (const [what, refund, reason] of [
    ['of an order that was not paid', { orderId: 'A-99004' }, 'The order A-99004 was not paid.'],
    [
      'of more than was paid',
      { orderId: 'A-99001', amount: 5000 },
      'At most €949.00 can be refunded.',
    ],
    ['of no order', { orderId: 'A-1' }, 'There is no order'],
  ] as const) {
    test(`${what} is refused before a user is asked`, async ({ assistant, office }) => {
      office.models.script([callTool('refund_order', refund), { content: 'That is not possible.' }])
      await office.open('/orders', 'manager', 'scripted')
      await assistant.open()
      await assistant.say('Refund it')
      await expect(assistant.dialog.getByText('That is not possible.')).toBeVisible()
      await expect(assistant.card(/Refund .+\?$/)).toHaveCount(0)
      const answers = office.models.requests.at(-1)?.messages.filter(({ role }) => role === 'tool')
      expect(JSON.stringify(answers)).toContain(reason)
      expect(await office.read('refunds')).toEqual([])
    })
  }
})

test.describe('a refund that can be', () => {
  test('is asked about each time', async ({ assistant, office }) => {
    office.models.script([
      callTool('refund_order', { orderId: 'A-99001', amount: 10 }),
      { content: 'Nothing was refunded.' },
    ])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Refund 10 of it')
    const card = assistant.card(/Refund .+\?$/)
    await expect(card.getByText('€949.00', { exact: false }).first()).toBeVisible()
    await expect(card.getByRole('checkbox')).toHaveCount(0)
    await deny(card)
    await expect(assistant.dialog.getByText('Nothing was refunded.')).toBeVisible()
  })
})

test.describe('a change of many rows', () => {
  test('asks, and names the orders: all that are open become cancelled', async ({
    assistant,
    office,
  }) => {
    await office.signIn('manager')
    const { orders } = await office.read<Orders>('orders?status=open')
    const orderIds = orders.slice(0, 7).map(({ id }) => id)
    office.models.script([
      callTool('set_order_status', { orderIds, status: 'cancelled' }),
      { content: 'They stay open.' },
    ])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Cancel all open orders')
    const card = assistant.card('Allow “Set order status”?')
    for (const { id, customer } of orders.slice(0, 7)) {
      await expect(card).toContainText(id)
      await expect(card).toContainText(customer)
    }
    await deny(card)
    await expect(assistant.dialog.getByText('They stay open.')).toBeVisible()
    const after = await office.read<Orders>('orders?status=open')
    expect(after.orders.map(({ id }) => id)).toEqual(orders.map(({ id }) => id))
  })

  test('asks about one cancelled order, and about none that is shipped', async ({
    assistant,
    office,
  }) => {
    await office.signIn('manager')
    const { orders } = await office.read<Orders>('orders?status=open')
    const orderIds = orders.slice(0, 2).map(({ id }) => id)
    office.models.script([
      callTool('set_order_status', { orderIds, status: 'shipped' }),
      callTool('set_order_status', { orderIds: [orderIds[0]], status: 'cancelled' }),
      { content: 'One is cancelled.' },
    ])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Ship both, and cancel the first')
    await allow(assistant.card('Allow “Set order status”?'), 'Allow once')
    await expect(assistant.dialog.getByText('One is cancelled.')).toBeVisible()
    expect(await office.read(`orders/${orderIds[0]}`)).toMatchObject({ status: 'cancelled' })
    expect(await office.read(`orders/${orderIds[1]}`)).toMatchObject({ status: 'shipped' })
  })

  test('says what is shipped already, and has nothing to undo for it', async ({
    assistant,
    office,
  }) => {
    await office.signIn('manager')
    const { orders } = await office.read<Orders>('orders?status=shipped')
    const { id } = orders[0] ?? { id: '' }
    office.models.script([
      callTool('set_order_status', { orderIds: [id], status: 'shipped' }),
      { content: 'There was nothing to do.' },
    ])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say(`Ship ${id}`)
    await expect(assistant.dialog.getByText('There was nothing to do.')).toBeVisible()
    const told = JSON.stringify(office.models.requests.at(-1)?.messages)
    expect(told).toContain(`${id} is already shipped.`)
    await expect(assistant.dialog.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })

  test('asks, and names the products: stock of all of them', async ({ assistant, office }) => {
    await office.signIn('manager')
    const products = await office.read<Products[]>('products')
    const skus = products.map(({ sku }) => sku)
    office.models.script([
      callTool('add_stock', { skus, quantity: 10 }),
      { content: 'Nothing came in.' },
    ])
    await office.open('/inventory', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Add 10 to each')
    const card = assistant.card('Allow “Add stock”?')
    await expect(card).toContainText(products[0]?.name ?? '')
    await deny(card)
    await expect(assistant.dialog.getByText('Nothing came in.')).toBeVisible()
    expect(await office.read<Products[]>('products')).toEqual(products)
  })

  test('of reminders needs its orders', async ({ assistant, office }) => {
    office.models.script([callTool('draft_reminders', {}), { content: 'For which orders?' }])
    await office.open('/orders', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Draft reminders')
    await expect(assistant.dialog.getByText('For which orders?')).toBeVisible()
    const { orders } = await office.read<{ orders: { hasReminder: boolean }[] }>(
      'orders?payment=unpaid',
    )
    expect(orders.some(({ hasReminder }) => hasReminder)).toBe(false)
  })
})

test.describe('the chart of sales', () => {
  test('follows a change of the orders, and its undo', async ({ page, assistant, office }) => {
    const chart = page.getByRole('region', { name: 'Sales by category' }).getByRole('img')
    office.models.script([
      callTool('open_page', { page: 'orders' }),
      callTool('set_order_status', { orderIds: ['A-99001'], status: 'cancelled' }),
      callTool('open_page', { page: 'dashboard' }),
      { content: 'It is cancelled.' },
    ])
    await office.open('/', 'manager', 'scripted')
    await page.getByRole('combobox', { name: 'Sales by' }).selectOption('category')
    await page.getByRole('button', { name: 'Add chart' }).click()
    await expect(chart).toBeVisible()
    const before = (await chart.getAttribute('aria-label')) ?? ''
    await assistant.open()
    await assistant.say('Cancel A-99001')
    await allow(assistant.card('Allow “Set order status”?'), 'Allow once')
    await expect(assistant.dialog.getByText('It is cancelled.')).toBeVisible()
    await expect(chart).toBeVisible()
    await expect(chart).not.toHaveAccessibleName(before)
    await assistant.openSteps()
    await assistant.card('Set order status').getByRole('button', { name: 'Undo' }).click()
    await expect(chart).toHaveAccessibleName(before)
  })
})
