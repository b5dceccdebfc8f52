import { Hono } from 'hono'
import * as z from 'zod'
import {
  orderFilter,
  orderIds,
  type Order,
  type OrderDetails,
  type OrderLine,
  type OrderPage,
  type Reminder,
  type StatusBefore,
  statusChange,
} from '../../shared/order.ts'
import { notFound, parse } from '../api-error.ts'
import type { ApiEnv } from '../api-env.ts'
import { orderColumns, orderTables, toCondition, toOrder } from '../order-rows.ts'

const pageSize = 25
const exportLimit = 5000

const amount = z.coerce.number().nonnegative().optional()
const query = orderFilter.extend({
  minTotal: amount,
  maxTotal: amount,
  page: z.coerce.number().int().min(1).default(1),
})

const named = z.object({
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(orderIds),
})

export function ordersRoutes(): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.get('/', async (c) => {
    const { page, ...filter } = parse(query, c.req.query())
    const { where, values } = toCondition(filter)
    const { database } = c.var
    const [all] = await database.query<{ count: number; sum: number }>(
      `select count(*)::int as count, coalesce(sum(o.total_cents), 0)::float8 as sum from ${orderTables} where ${where}`,
      values,
    )
    const count = all?.count ?? 0
    const orders = await database.query<Order>(
      `select ${orderColumns} from ${orderTables} where ${where}
       order by o.placed_on desc, o.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
      values,
    )
    const pages = Math.max(1, Math.ceil(count / pageSize))
    return c.json({
      orders: orders.map(toOrder),
      count,
      sum: (all?.sum ?? 0) / 100,
      page,
      pages,
    } satisfies OrderPage)
  })

  routes.get('/export', async (c) => {
    const { where, values } = toCondition(parse(query, c.req.query()))
    const orders = await c.var.database.query<Order>(
      `select ${orderColumns} from ${orderTables} where ${where}
       order by o.placed_on desc, o.id desc limit ${exportLimit}`,
      values,
    )
    return c.json(orders.map(toOrder))
  })

  routes.get('/named', async (c) => {
    const { ids } = parse(named, c.req.query())
    const orders = await c.var.database.query<Order>(
      `select ${orderColumns} from ${orderTables} where o.id = any($1::text[]) order by o.id`,
      [ids],
    )
    const missing = ids.find((id) => !orders.some((order) => order.id === id))
    if (missing !== undefined) throw notFound('order', missing)
    return c.json(orders.map(toOrder))
  })

  routes.get('/:id', async (c) => {
    const id = c.req.param('id')
    const { database } = c.var
    const [order] = await database.query<Order>(
      `select ${orderColumns} from ${orderTables} where o.id = $1`,
      [id],
    )
    if (!order) throw notFound('order', id)
    const lines = await database.query<OrderLine>(
      `select sku, p.name as product, quantity, unit_cents::float8 / 100 as "unitPrice"
       from order_lines join products p using (sku) where order_id = $1 order by position`,
      [id],
    )
    const [reminder = null] = await database.query<Reminder>(
      `select order_id as "orderId", subject, body from reminders where order_id = $1`,
      [id],
    )
    return c.json({ ...toOrder(order), lines, reminder } satisfies OrderDetails)
  })

  /** Answers with the statuses before the change, so that the change can be undone. */
  routes.patch('/', async (c) => {
    const { orderIds, status } = parse(statusChange, await c.req.json())
    const before = await c.var.database.transaction(async ({ query }) => {
      const found = await query<StatusBefore>(
        'select id, status from orders where id = any($1::text[]) order by id for update',
        [orderIds],
      )
      const missing = orderIds.find((id) => !found.some((order) => order.id === id))
      if (missing !== undefined) throw notFound('order', missing)
      await query('update orders set status = $2 where id = any($1::text[])', [orderIds, status])
      return found
    })
    return c.json({ changed: before.length, before })
  })
  return routes
}
