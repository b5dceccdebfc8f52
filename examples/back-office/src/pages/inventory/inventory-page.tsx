import { useTool } from '@ambit/react'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { productsQuery } from '../../api/queries.ts'
import { Badge } from '../../parts/badge.tsx'
import { euros } from '../../parts/euros.ts'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { isLow, type Product } from '../../shared/product.ts'
import { AddStock } from './add-stock.tsx'
import { productFilter, type ProductFilter, useInventoryView } from './inventory-view.ts'

const fits = (product: Product, { level, text }: ProductFilter): boolean =>
  (level === 'all' || isLow(product)) &&
  `${product.name} ${product.category} ${product.sku}`.toLowerCase().includes(text.toLowerCase())

const columns: readonly Column<Product>[] = [
  { title: 'Product', cell: ({ name }) => name },
  { title: 'Category', className: 'wide', cell: ({ category }) => category },
  { title: 'Price', className: 'number wide', cell: ({ price }) => euros(price) },
  {
    title: 'Stock',
    className: 'number',
    cell: (product) => (
      <>
        {isLow(product) && <Badge of="low" />} {product.stock}
      </>
    ),
  },
  { title: 'Order at', className: 'number', cell: ({ reorderAt }) => reorderAt },
]

export function InventoryPage(): ReactElement {
  const { data: all } = useSuspenseQuery(productsQuery)
  const filter = useInventoryView()
  const products = all.filter((product) => fits(product, filter))
  return (
    <Page
      title="Inventory"
      scope="inventory"
      context={() => ({ filter, products })}
      actions={<AddStock products={products} />}
    >
      <FilterTool products={all} />
      <search className="row filters">
        <input
          type="search"
          aria-label="Search products"
          placeholder="Name or category"
          value={filter.text}
          onChange={(event) => useInventoryView.setState({ text: event.target.value })}
        />
        <label className="row">
          <input
            type="checkbox"
            checked={filter.level === 'low'}
            onChange={({ target }) =>
              useInventoryView.setState({ level: target.checked ? 'low' : 'all' })
            }
          />
          Only what is low
        </label>
      </search>
      <p className="quiet" role="status">
        {products.length} of {all.length} products
      </p>
      <Table label="Products" columns={columns} rows={products} idOf={({ sku }) => sku} />
    </Page>
  )
}

function FilterTool({ products }: { products: readonly Product[] }): null {
  useTool({
    name: 'filter_products',
    description: 'Show only some of the products, such as those that are low, or all of them.',
    parameters: productFilter,
    effect: 'read',
    handler: (filter) => {
      useInventoryView.setState(filter)
      return { products: products.filter((product) => fits(product, filter)) }
    },
  })
  return null
}
