import { Hono } from 'hono'
import * as z from 'zod'
import { orderIds, type Reminder } from '../../shared/order.ts'
import { invalid, parse } from '../api-error.ts'
import type { ApiEnv } from '../api-env.ts'

const body = z.object({ orderIds })

interface Debt {
  id: string
  customer: string
  payment: string
  placedOn: string
  total: string
}

export function remindersRoutes(): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  /** Drafts the reminders that do not exist yet, and sends nothing. */
  routes.post('/', async (c) => {
    const { orderIds } = parse(body, await c.req.json())
    const drafted = await c.var.database.transaction(async ({ query }) => {
      const debts = await query<Debt>(
        `select o.id, c.name as customer, o.payment, o.placed_on::text as "placedOn",
           to_char(o.total_cents / 100.0, 'FM999990.00') as total
         from orders o join customers c on c.id = o.customer_id where o.id = any($1::text[]) order by o.id`,
        [orderIds],
      )
      const wrong = orderIds.filter(
        (id) => debts.find((debt) => debt.id === id)?.payment !== 'unpaid',
      )
      if (wrong.length > 0) throw invalid({ orderIds: `Not unpaid: ${wrong.join(', ')}.` })
      const reminders: Reminder[] = []
      for (const debt of debts) {
        const reminder = toReminder(debt)
        const added = await query(
          `insert into reminders (order_id, subject, body) values ($1, $2, $3)
           on conflict do nothing returning order_id`,
          [reminder.orderId, reminder.subject, reminder.body],
        )
        if (added.length > 0) reminders.push(reminder)
      }
      return reminders
    })
    return c.json(drafted)
  })

  routes.delete('/', async (c) => {
    const { orderIds } = parse(body, await c.req.json())
    await c.var.database.query('delete from reminders where order_id = any($1::text[])', [orderIds])
    return c.json({})
  })
  return routes
}

const toReminder = ({ id, customer, placedOn, total }: Debt): Reminder => ({
  orderId: id,
  subject: `Your order ${id} is not paid yet`,
  body: `Dear ${customer},\n\nwe have not received the ${total} € for your order ${id} of ${placedOn}. Please pay within ten days; if you have, forget this mail.\n\nKind regards`,
})
