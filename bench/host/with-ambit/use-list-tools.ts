import { jsonSchema, unavailable } from 'ambit'
import { useTool } from 'ambit/react'
import type { OrderList } from '../page/use-order-list.ts'
import { orders } from '../page/orders.ts'

const text = jsonSchema<{ text: string }>({
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
})
const one = jsonSchema<{ id: string }>({
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
})

/** Registers ten tools of the list, written as the documentation writes them. */
export function useListTools({ search, setSearch, shown, selected, select }: OrderList): void {
  useTool({
    name: 'search_orders',
    description: 'Types into the search field.',
    parameters: text,
    handler: (args) => setSearch(args.text),
  })
  useTool({
    name: 'clear_search',
    description: 'Empties the search field.',
    enabled: () => search !== '' || unavailable('The search field is empty'),
    handler: () => setSearch(''),
  })
  useTool({
    name: 'list_orders',
    description: 'Lists the orders that are shown.',
    effect: 'read',
    handler: () => shown,
  })
  useTool({
    name: 'count_orders',
    description: 'Counts the orders that are shown.',
    effect: 'read',
    handler: () => shown.length,
  })
  useTool({
    name: 'sum_orders',
    description: 'Adds up the totals of the orders that are shown.',
    effect: 'read',
    handler: () => shown.reduce((sum, { total }) => sum + total, 0),
  })
  useTool({
    name: 'read_order',
    description: 'Reads an order by its number.',
    effect: 'read',
    parameters: one,
    handler: ({ id }) => orders.find((order) => order.id === id),
  })
  useTool({
    name: 'select_order',
    description: 'Selects an order.',
    parameters: one,
    handler: ({ id }) => select([...selected, id]),
  })
  useTool({
    name: 'select_all',
    description: 'Selects the orders that are shown.',
    handler: () => select(shown.map(({ id }) => id)),
  })
  useTool({
    name: 'clear_selection',
    description: 'Selects no order.',
    enabled: () => selected.length > 0 || unavailable('Nothing is selected'),
    handler: () => select([]),
  })
  useTool({
    name: 'list_selected',
    description: 'Lists the orders that are selected.',
    effect: 'read',
    handler: () => shown.filter(({ id }) => selected.includes(id)),
  })
}
