import { createRoot } from 'react-dom/client'
import '../page/page.css'
import { renderOrder, renderOrders, type RowProps } from '../page/render-orders.tsx'
import { useOrderList } from '../page/use-order-list.ts'

function Row(props: RowProps) {
  return renderOrder(props)
}

function Orders() {
  return renderOrders(useOrderList(), Row)
}

createRoot(document.getElementById('root') ?? document.body).render(<Orders />)
