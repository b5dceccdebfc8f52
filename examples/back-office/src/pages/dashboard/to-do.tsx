import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ordersQuery, productsQuery } from '../../api/queries.ts'
import { Day } from '../../parts/day.tsx'
import { euros } from '../../parts/euros.ts'
import { ListState } from '../../parts/list-state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { type Order, orderFilter } from '../../shared/order.ts'
import { isLow, type Product } from '../../shared/product.ts'

const shown = 5
const unpaid = orderFilter.parse({ payment: 'unpaid' })

const orderColumns: readonly Column<Order>[] = [
  {
    title: 'Order',
    cell: ({ id }) => (
      <Link to="/orders/$orderId" params={{ orderId: id }}>
        {id}
      </Link>
    ),
  },
  { title: 'Customer', cell: ({ customer }) => customer },
  { title: 'Placed', className: 'wide', cell: ({ placedOn }) => <Day of={placedOn} /> },
  { title: 'Total', className: 'number', cell: ({ total }) => euros(total) },
]

const productColumns: readonly Column<Product>[] = [
  { title: 'Product', cell: ({ name }) => name },
  { title: 'Stock', className: 'number', cell: ({ stock }) => stock },
  { title: 'Order at', className: 'number', cell: ({ reorderAt }) => reorderAt },
]

/** Shows what waits for somebody: the latest unpaid orders, and the products to order. */
export function ToDo(): ReactElement {
  const orders = useQuery(ordersQuery(unpaid, 1))
  const products = useQuery(productsQuery)
  return (
    <div className="columns">
      <section aria-labelledby="unpaid">
        <h2 id="unpaid">Latest unpaid orders</h2>
        <ListState label="orders" query={orders}>
          <Table
            label="Latest unpaid orders"
            columns={orderColumns}
            rows={orders.data?.orders.slice(0, shown) ?? []}
            idOf={({ id }) => id}
            empty="Everything is paid."
          />
        </ListState>
      </section>
      <section aria-labelledby="low">
        <h2 id="low">Running low</h2>
        <ListState label="products" query={products}>
          <Table
            label="Running low"
            columns={productColumns}
            rows={products.data?.filter(isLow).slice(0, shown) ?? []}
            idOf={({ sku }) => sku}
            empty="Nothing is low."
          />
        </ListState>
      </section>
    </div>
  )
}
