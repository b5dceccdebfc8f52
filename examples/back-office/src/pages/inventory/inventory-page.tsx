import { useTool } from 'ambit/react'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { productsQuery } from '../../api/queries.ts'
import { Badge } from '../../parts/badge.tsx'
import { euros } from '../../parts/euros.ts'
import { Filters, filtersId } from '../../parts/filters.tsx'
import { Page } from '../../parts/page.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useOffers } from '../../session/use-offers.ts'
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
  const { filter, showProducts } = useInventoryView()
  const products = all.filter((product) => fits(product, filter))
  useOffers({
    greeting: `${all.filter(isLow).length} of ${all.length} products are low.`,
    change: ['Add 20 to the stock of the Moka pot'],
    look: [{ label: 'Only low ones', message: 'Show only the products that are low' }],
  })
  return (
    <Page
      title="Inventory"
      scope="inventory"
      context={() => ({ filter, products })}
      actions={<AddStock products={products} />}
    >
      <FilterTool products={all} />
      <Filters>
        <SearchField
          aria-label="Search products"
          placeholder="Name or category"
          value={filter.text}
          onChange={(text) => void showProducts({ ...filter, text }, true)}
        />
        <label className="row">
          <input
            type="checkbox"
            checked={filter.level === 'low'}
            onChange={({ target }) =>
              void showProducts({ ...filter, level: target.checked ? 'low' : 'all' })
            }
          />
          Only what is low
        </label>
      </Filters>
      <p className="quiet" role="status">
        {products.length} of {all.length} products
      </p>
      <Table
        label="Products"
        columns={columns}
        rows={products}
        idOf={({ sku }) => sku}
        empty="No product fits."
      />
    </Page>
  )
}

function FilterTool({ products }: { products: readonly Product[] }): null {
  const { showProducts } = useInventoryView()
  useTool({
    name: 'filter_products',
    description:
      'Show only some of the products, such as those that are running low, or all of them.',
    parameters: productFilter,
    effect: 'read',
    handler: async (filter, ctx) => {
      await showProducts(filter)
      ctx.touched(filtersId)
      return { products: products.filter((product) => fits(product, filter)) }
    },
  })
  return null
}
