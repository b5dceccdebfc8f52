import type { ComponentType, ReactElement } from 'react'
import type { Order } from './orders.ts'
import type { OrderList } from './use-order-list.ts'

/** The props of a row. No row is memoised, so each renders at every letter of the search. */
export interface RowProps {
  readonly order: Order
  readonly list: OrderList
}

const columns = ['', 'Order', 'Customer', 'Placed', 'Total', 'Status', '']

/** Draws the search field, and a row for each order that matches. */
export function renderOrders(list: OrderList, Row: ComponentType<RowProps>): ReactElement {
  const { search, setSearch, shown, selected } = list
  return (
    <main>
      <h1>Orders</h1>
      <label>
        Search
        <input type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
      </label>
      <p>
        {shown.length} orders, {selected.length} selected
      </p>
      <table>
        <thead>
          <tr>
            {columns.map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((order) => (
            <Row key={order.id} order={order} list={list} />
          ))}
        </tbody>
      </table>
    </main>
  )
}

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })

/** Draws one order. */
export function renderOrder({ order, list }: RowProps): ReactElement {
  const { id, title, customer, placedAt, total, status } = order
  const { selected, select, archive } = list
  const isSelected = selected.includes(id)
  const others = selected.filter((one) => one !== id)
  return (
    <tr className={isSelected ? 'selected' : undefined}>
      <td>
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          checked={isSelected}
          onChange={() => select(isSelected ? others : [...selected, id])}
        />
      </td>
      <th scope="row">{title}</th>
      <td>{customer}</td>
      <td>{dates.format(placedAt)}</td>
      <td className="number">{money.format(total)}</td>
      <td>
        <span className={`status ${status}`}>{status}</span>
      </td>
      <td>
        <button type="button" onClick={() => archive(id)}>
          Archive
        </button>
      </td>
    </tr>
  )
}
