import { createAgent } from 'ambit'
import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createDemoModel } from 'ambit/demo'
import { AgentProvider, useTool } from 'ambit/react'
import { useState } from 'react'
import * as z from 'zod'

const agent = createAgent({ name: 'orders', model: createDemoModel() })
const note = z.object({ text: z.string().min(1) })

interface Order {
  note: string
  paidBack: number
}

function Tools({ order, onChange }: { order: Order; onChange: (order: Order) => void }) {
  useTool({
    name: 'set_note',
    description: 'Write the note of the order.',
    parameters: note,
    handler: ({ text }, { undo }) => {
      onChange({ ...order, note: text })
      undo(() => onChange(order))
    },
  })
  useTool({
    name: 'refund_order',
    title: 'Refund order',
    description: 'Refund the order: pay back its 40 euros.',
    // Say `effect: 'write'`, run the program, and nobody is asked.
    effect: 'destructive',
    approval: {
      preview: () => ({ before: { paidBack: order.paidBack }, after: { paidBack: 40 } }),
    },
    handler: () => onChange({ ...order, paidBack: 40 }),
  })
  return null
}

export function App() {
  const [order, setOrder] = useState({ note: '', paidBack: 0 })
  return (
    <AgentProvider agent={agent}>
      <main>
        <h1>Order A-17</h1>
        <p>Note: {order.note || 'none'}</p>
        <p>Paid back: {order.paidBack} €</p>
        <Tools order={order} onChange={setOrder} />
      </main>
      <Copilot
        form="inline"
        start={{ suggestions: ['Set the note to “Call first”', 'Refund the order'] }}
      />
    </AgentProvider>
  )
}
