import { Hono } from 'hono'
import { findRefundFault, newRefund, type NewRefund, type Refund } from '../../shared/refund.ts'
import { ApiError, invalid, notFound, parse } from '../api-error.ts'
import type { ApiEnv } from '../api-env.ts'
import type { Queries } from '../database.ts'

const select = `
  select r.id, r.order_id as "orderId", c.name as customer, r.amount_cents::float8 / 100 as amount, r.account, r.reason,
    r.status, r.created_at::date::text as "createdOn"
  from refunds r join orders o on o.id = r.order_id join customers c on c.id = o.customer_id`

export function refundsRoutes(): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.get('/', async (c) =>
    c.json(await c.var.database.query<Refund>(`${select} order by r.created_at desc limit 200`)),
  )

  routes.post('/', async (c) => {
    const refund = parse(newRefund, await c.req.json())
    const { database, user } = c.var
    const made = await database.transaction((queries) => add(queries, refund, user.id))
    return c.json(made)
  })

  /** Cancels a refund that is not paid yet. */
  routes.delete('/:id', async (c) => {
    const id = c.req.param('id')
    await c.var.database.transaction(async ({ query }) => {
      const [refund] = await query<Pick<Refund, 'status'>>(
        'select status from refunds where id = $1 for update',
        [id],
      )
      if (!refund) throw notFound('refund', id)
      if (refund.status === 'paid') {
        throw new ApiError('conflict', `The refund ${id} is paid, and cannot be taken back.`)
      }
      await query('delete from refunds where id = $1', [id])
    })
    return c.json({})
  })
  return routes
}

async function add(
  { query }: Queries,
  { orderId, amount, reason, account }: NewRefund,
  userId: string,
): Promise<Refund | undefined> {
  // The lock makes two refunds of one order take turns, so that their sum is right.
  const [order] = await query<{ payment: 'paid' | 'unpaid'; total: number }>(
    'select payment, total_cents as total from orders where id = $1 for update',
    [orderId],
  )
  if (!order) throw invalid({ orderId: `There is no order "${orderId}".` })
  const [sum] = await query<{ refunded: number }>(
    'select coalesce(sum(amount_cents), 0)::int as refunded from refunds where order_id = $1',
    [orderId],
  )
  const refunded = sum?.refunded ?? 0
  const cents = amount === undefined ? order.total - refunded : Math.round(amount * 100)
  const { payment, total } = order
  const inEuros = { id: orderId, payment, total: total / 100, refunded: refunded / 100 }
  const fault = findRefundFault(inEuros, amount)
  if (fault) throw invalid({ [fault.field]: fault.message })
  const [made] = await query<{ id: string }>(
    `insert into refunds (order_id, amount_cents, account, reason, created_by)
     values ($1, $2, $3, $4, $5) returning id`,
    [orderId, cents, account || null, reason, userId],
  )
  const [refund] = await query<Refund>(`${select} where r.id = $1`, [made?.id])
  return refund
}
