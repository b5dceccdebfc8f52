import { Hono } from 'hono'
import * as z from 'zod'
import {
  type Customer,
  type CustomerDetails,
  customerFields,
  type CustomerPage,
} from '../../shared/customer.ts'
import { invalid, notFound, parse } from '../api-error.ts'
import type { ApiEnv } from '../api-env.ts'

const pageSize = 25
const search = z.object({
  text: z.string().max(80).default(''),
  page: z.coerce.number().int().min(1).default(1),
})

const columns = `
  c.id, c.name, c.email, c.city, c.country, c.since::text as since,
  (select count(*)::int from orders o where o.customer_id = c.id) as orders,
  (select coalesce(sum(o.total_cents), 0)::float8 / 100 from orders o
    where o.customer_id = c.id and o.status <> 'cancelled') as revenue`

const countryNames = new Intl.DisplayNames('en', { type: 'region' })
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const countries = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .map((code) => [countryNames.of(code)?.toLowerCase(), code]),
)

/** Returns the code of a country that is named in English: `IT` for “Italy”, else the text. */
const countryOf = (text: string): string => countries.get(text.trim().toLowerCase()) ?? text

export function customersRoutes(): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.get('/', async (c) => {
    const { text, page } = parse(search, c.req.query())
    const where = `(strpos(lower(c.name || ' ' || c.city || ' ' || c.id), lower($1)) > 0 or c.country = $2)`
    const country = countryOf(text)
    const { database } = c.var
    const [all] = await database.query<{ count: number }>(
      `select count(*)::int as count from customers c where ${where}`,
      [text, country],
    )
    const customers = await database.query<Customer>(
      `select ${columns} from customers c where ${where} order by c.name, c.id
       limit ${pageSize} offset ${(page - 1) * pageSize}`,
      [text, country],
    )
    const count = all?.count ?? 0
    const pages = Math.max(1, Math.ceil(count / pageSize))
    return c.json({ customers, count, page, pages } satisfies CustomerPage)
  })

  routes.get('/:id', async (c) => {
    const id = c.req.param('id')
    const [customer] = await c.var.database.query<CustomerDetails>(
      `select ${columns}, c.note from customers c where c.id = $1`,
      [id],
    )
    if (!customer) throw notFound('customer', id)
    return c.json(customer)
  })

  /** Answers with the fields before the change, so that the change can be undone. */
  routes.put('/:id', async (c) => {
    const id = c.req.param('id')
    const { name, email, city, country } = parse(customerFields, await c.req.json())
    const before = await c.var.database.transaction(async ({ query }) => {
      const [found] = await query(
        'select name, email, city, country from customers where id = $1 for update',
        [id],
      )
      if (!found) throw notFound('customer', id)
      const [other] = await query<{ id: string }>(
        'select id from customers where lower(email) = lower($1) and id <> $2',
        [email, id],
      )
      if (other) throw invalid({ email: `The customer ${other.id} has this address.` })
      await query(
        'update customers set name = $2, email = $3, city = $4, country = $5 where id = $1',
        [id, name, email, city, country],
      )
      return found
    })
    return c.json({ before })
  })
  return routes
}
