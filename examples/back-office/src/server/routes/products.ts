import { Hono } from 'hono'
import { type Product, stockChange } from '../../shared/product.ts'
import { invalid, notFound, parse } from '../api-error.ts'
import type { ApiEnv } from '../api-env.ts'

export function productsRoutes(): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.get('/', async (c) =>
    c.json(
      await c.var.database.query<Product>(
        `select sku, name, category, price_cents::float8 / 100 as price, stock, reorder_at as "reorderAt"
         from products order by category, name`,
      ),
    ),
  )

  routes.post('/stock', async (c) => {
    const { skus, quantity } = parse(stockChange, await c.req.json())
    const products = await c.var.database.transaction(async ({ query }) => {
      const found = await query<{ sku: string; stock: number }>(
        'select sku, stock from products where sku = any($1::text[]) order by sku for update',
        [skus],
      )
      const missing = skus.find((sku) => !found.some((product) => product.sku === sku))
      if (missing !== undefined) throw notFound('product', missing)
      const short = found.find(({ stock }) => stock + quantity < 0)
      if (short)
        throw invalid({ quantity: `There are only ${short.stock} pieces of ${short.sku}.` })
      return query(
        'update products set stock = stock + $2 where sku = any($1::text[]) returning sku, stock',
        [skus, quantity],
      )
    })
    return c.json(products)
  })
  return routes
}
