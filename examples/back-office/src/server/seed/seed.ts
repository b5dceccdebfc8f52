import { hashPassword } from '../passwords.ts'
import type { Database, Queries } from '../database.ts'
import { seedCustomers } from './customers.ts'
import { seedOrders } from './orders.ts'
import { bestSeller, products } from './products.ts'

const users = [
  { id: 'U-1', email: 'mia@example.com', name: 'Mia Manager', role: 'manager' },
  { id: 'U-2', email: 'vic@example.com', name: 'Vic Viewer', role: 'viewer' },
]

/**
 * Fills an empty database, with the same rows for the same day. Leaves any other database as it is.
 */
export async function seed(database: Database): Promise<void> {
  await database.transaction(async (queries) => {
    const [found] = await queries.query<{ isEmpty: boolean }>(
      'select not exists (select from users) as "isEmpty"',
    )
    if (!found?.isEmpty) return
    const password = hashPassword('demo')
    await fill(
      queries,
      'users',
      users.map((user) => ({ ...user, password })),
    )
    await fillShop(queries)
  })
}

/** Puts all data of the shop back to what `seed` fills. People stay signed in. */
export async function reset(database: Database): Promise<void> {
  await database.transaction(async (queries) => {
    await queries.script(
      'truncate refunds, reminders, order_lines, orders, stock_outs, products, customers',
    )
    await fillShop(queries)
  })
}

async function fillShop(queries: Queries): Promise<void> {
  const [found] = await queries.query<{ today: string }>('select current_date::text as today')
  if (!found) return
  const { orders, lines, dip } = seedOrders(found.today)
  await fill(queries, 'customers', seedCustomers(found.today))
  await fill(
    queries,
    'products',
    products.map(({ row }) => row),
  )
  await fill(queries, 'stock_outs', [{ sku: bestSeller, starts_on: dip[0], ends_on: dip[1] }])
  await fill(queries, 'orders', orders)
  await fill(queries, 'order_lines', lines)
}

const fill = ({ query }: Queries, table: string, rows: readonly object[]): Promise<unknown> =>
  query(
    `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
    [JSON.stringify(rows)],
  )
