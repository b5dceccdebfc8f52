import { Hono } from 'hono'
import * as z from 'zod'
import {
  type Overview,
  type Sales,
  type SalesQuery,
  salesQuery,
  type SalesRow,
  type StockOut,
} from '../../shared/sales.ts'
import { parse } from '../api-error.ts'
import type { ApiEnv } from '../api-env.ts'
import type { Queries } from '../database.ts'
import { addDays, startOfWeek } from '../seed/days.ts'

const query = salesQuery.extend({ week: z.coerce.number().int().min(1).max(53).optional() })

const keys: Record<SalesQuery['by'], string> = {
  week: `to_char(o.placed_on, 'IYYY-"W"IW')`,
  month: `to_char(o.placed_on, 'YYYY-MM')`,
  product: 'p.name',
  category: 'p.category',
  country: 'c.country',
}

const tables = `order_lines l join orders o on o.id = l.order_id and o.status <> 'cancelled'
  join products p using (sku) join customers c on c.id = o.customer_id`

export function salesRoutes(): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.get('/', async (c) => {
    const { by, week } = parse(query, c.req.query())
    const { database } = c.var
    const sales = week === undefined ? await ofYear(database, by) : await ofWeek(database, by, week)
    return c.json(sales)
  })

  routes.get('/overview', async (c) => {
    const month = `date_trunc('month', current_date)`
    const [overview] = await c.var.database.query<Overview>(`
      select
        (select coalesce(sum(total_cents), 0)::float8 / 100 from orders
          where status <> 'cancelled' and placed_on >= ${month}) as "revenueThisMonth",
        (select coalesce(sum(total_cents), 0)::float8 / 100 from orders
          where status <> 'cancelled' and placed_on >= ${month} - interval '1 month' and placed_on < ${month}) as "revenueLastMonth",
        (select count(*)::int from orders where status = 'open') as "openOrders",
        (select coalesce(sum(total_cents), 0)::float8 / 100 from orders where payment = 'unpaid') as unpaid,
        (select count(*)::int from orders where payment = 'unpaid') as "unpaidOrders",
        (select count(*)::int from products where stock <= reorder_at) as "lowStock",
        (select count(*)::int from refunds where status = 'scheduled') as "scheduledRefunds"`)
    return c.json(overview)
  })
  return routes
}

async function ofYear({ query }: Queries, by: SalesQuery['by']): Promise<Sales> {
  const order = by === 'week' || by === 'month' ? 'min(o.placed_on)' : 'revenue desc'
  // Only whole weeks and months: a first period that is cut off would look like a rise.
  const start =
    by === 'month'
      ? `date_trunc('month', current_date) - interval '11 months'`
      : `date_trunc('week', current_date) - interval '51 weeks'`
  const rows = await query<SalesRow>(
    `select ${keys[by]} as key, sum(l.quantity * l.unit_cents)::float8 / 100 as revenue, count(distinct o.id)::int as orders
     from ${tables} where o.placed_on >= ${start} group by 1 order by ${order}`,
  )
  const [span] = await query<{ from: string; to: string }>(
    `select (${start})::date::text as "from", current_date::text as "to"`,
  )
  return { by, rows, stockOuts: await stockOutsOf(query, span?.from ?? '', span?.to ?? '') }
}

async function ofWeek({ query }: Queries, by: SalesQuery['by'], number: number): Promise<Sales> {
  const [day] = await query<{ today: string }>('select current_date::text as today')
  const start = startOfWeek(number, day?.today ?? '')
  const end = addDays(start, 6)
  const rows = await query<SalesRow>(
    `select ${by === 'week' || by === 'month' ? `'all'` : keys[by]} as key,
       coalesce(sum(l.quantity * l.unit_cents) filter (where o.placed_on >= $1::text::date), 0)::float8 / 100 as revenue,
       (count(distinct o.id) filter (where o.placed_on >= $1::text::date))::int as orders,
       round(coalesce(sum(l.quantity * l.unit_cents) filter (where o.placed_on < $1::text::date), 0) / 4.0)::float8 / 100 as before
     from ${tables} where o.placed_on between $1::text::date - 28 and $2::text::date group by 1 order by before desc`,
    [start, end],
  )
  const stockOuts = await stockOutsOf(query, start, end)
  const [week] = await query<{ name: string }>(
    `select to_char($1::text::date, 'IYYY-"W"IW') as name`,
    [start],
  )
  return { by, week: week?.name, rows, stockOuts }
}

const stockOutsOf = (query: Queries['query'], from: string, to: string): Promise<StockOut[]> =>
  query(
    `select sku, name as product, starts_on::text as "from", ends_on::text as "to",
       to_char(starts_on, 'IYYY-"W"IW') as week
     from stock_outs join products using (sku)
     where starts_on <= $2::text::date and ends_on >= $1::text::date order by starts_on, sku`,
    [from, to],
  )
