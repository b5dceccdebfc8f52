import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createAgent, createProxyModel } from 'ambit'
import { AgentProvider, useTool } from 'ambit/react'
import { createRoot } from 'react-dom/client'
import '../page/page.css'
import { renderOrder, renderOrders, type RowProps } from '../page/render-orders.tsx'
import { useOrderList } from '../page/use-order-list.ts'
import { useListTools } from './use-list-tools.ts'

const agent = createAgent({
  model: createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' }),
})

function Row(props: RowProps) {
  const { order, list } = props
  useTool({
    name: 'archive_order',
    description: 'Archives an order.',
    subject: { id: order.id, label: order.title },
    handler: () => list.archive(order.id),
  })
  return renderOrder(props)
}

function Orders() {
  const list = useOrderList()
  useListTools(list)
  return renderOrders(list, Row)
}

createRoot(document.getElementById('root') ?? document.body).render(
  <AgentProvider agent={agent}>
    <Orders />
    <Copilot />
  </AgentProvider>,
)
