import { useMutationTool } from 'ambit/react/query'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { ApiFailureError } from '../../api/api-failure-error.ts'
import { addStock } from '../../api/changes.ts'
import { productsQuery } from '../../api/queries.ts'
import { touched, useChange } from '../../api/use-change.ts'
import { rowOf } from '../../parts/row-of.ts'
import { useMayChange } from '../../session/user-context.ts'
import { isMany } from '../../shared/is-many.ts'
import { type Product, type StockChange, stockChange } from '../../shared/product.ts'

const all = 'all'

/** Shows the form that books goods in, for the chosen product or for all that are shown. */
export function AddStock({ products }: { products: readonly Product[] }): ReactElement {
  const [sku, setSku] = useState('')
  const [quantity, setQuantity] = useState('10')
  const client = useQueryClient()
  const mayChange = useMayChange()
  const add = useChange(
    addStock,
    touched.stock,
    ({ skus, quantity }) => `${quantity} added to ${skus.length} products.`,
  )

  useMutationTool({
    client,
    name: 'add_stock',
    description:
      'Book pieces of one product or several that came in, or with a negative quantity went missing.',
    parameters: stockChange,
    enabled: () => mayChange,
    approval: {
      when: ({ skus }) => isMany(skus),
      preview: async (wanted) => previewStock(await client.fetchQuery(productsQuery), wanted),
    },
    mutation: { mutationFn: addStock },
    invalidates: touched.stock,
    touched: (_, { skus }) => skus.map(rowOf),
    result: { toModel: (products) => JSON.stringify(products) },
    undo: ({ args: { skus, quantity } }) => addStock({ skus, quantity: -quantity }),
  })

  const shown = products.map((product) => product.sku)
  const chosen = sku === all ? shown : shown.filter((each) => each === sku)
  const failure = add.error && ApiFailureError.of(add.error)
  return (
    <form
      className="row"
      aria-label="Goods in"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate({ skus: chosen, quantity: Number(quantity) })
      }}
    >
      <select aria-label="Product" value={sku} onChange={(event) => setSku(event.target.value)}>
        <option value="">Product</option>
        <option value={all}>all {products.length} shown</option>
        {products.map((product) => (
          <option key={product.sku} value={product.sku}>
            {product.name}
          </option>
        ))}
      </select>
      <input
        className="short"
        aria-label="Pieces"
        inputMode="numeric"
        aria-invalid={failure?.fields['quantity'] !== undefined}
        value={quantity}
        onChange={(event) => setQuantity(event.target.value)}
      />
      <button disabled={mayChange !== true || chosen.length === 0 || add.isPending}>
        Goods in
      </button>
      {mayChange !== true && <small className="quiet">{mayChange.reason}</small>}
      {failure && <p role="alert">{failure.fields['quantity'] ?? failure.message}</p>}
    </form>
  )
}

/** Shows the stock as it is and as it would be, for the user who decides about a change. */
function previewStock(products: readonly Product[], { skus, quantity }: StockChange) {
  const wanted = products.filter(({ sku }) => skus.includes(sku))
  return {
    before: wanted.map(({ name, stock }) => ({ product: name, stock })),
    after: wanted.map(({ name, stock }) => ({ product: name, stock: stock + quantity })),
  }
}
