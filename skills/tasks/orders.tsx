import { AgentScope, useTool } from 'ambit/react'
import { useState } from 'react'
import * as z from 'zod'

interface Order {
  readonly id: string
  readonly note: string
  readonly state: 'open' | 'paid' | 'archived'
}

const note = z.object({ id: z.string(), text: z.string() })

/** A list of orders. The page has buttons for what its functions do, left out here. */
export function OrdersPage({ isAdmin = true }: { isAdmin?: boolean }) {
  const [orders, setOrders] = useState<readonly Order[]>([
    { id: 'A-1', note: 'fragile', state: 'open' },
    { id: 'A-2', note: '', state: 'paid' },
  ])
  const change = (id: string, part: Partial<Order>) =>
    setOrders((before) => before.map((order) => (order.id === id ? { ...order, ...part } : order)))
  const remove = (id: string) => setOrders((before) => before.filter((order) => order.id !== id))
  return (
    <AgentScope name="orders">
      <OrderTools orders={orders} change={change} remove={remove} isAdmin={isAdmin} />
      <ul>
        {orders.map(({ id, note, state }) => (
          <li key={id}>{`${id} ${state} ${note};`}</li>
        ))}
      </ul>
    </AgentScope>
  )
}

interface Props {
  readonly orders: readonly Order[]
  readonly change: (id: string, part: Partial<Order>) => void
  readonly remove: (id: string) => void
  readonly isAdmin: boolean
}

function OrderTools({ change }: Props) {
  useTool({
    name: 'set_note',
    description: 'Set the note of an order.',
    parameters: note,
    handler: ({ id, text }) => change(id, { note: text }),
  })
  return null
}
