import { useMutationTool } from 'ambit/react/query'
import { useTool } from 'ambit/react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import * as z from 'zod'
import { discardReminders, draftReminders, setStatus } from '../../api/changes.ts'
import { readAllOrders } from '../../api/queries.ts'
import { touched, useChange } from '../../api/use-change.ts'
import { useMayChange } from '../../session/user-context.ts'
import { rowOf } from '../../parts/row-of.ts'
import { isMany } from '../../shared/is-many.ts'
import { type Order, orderIds } from '../../shared/order.ts'
import { downloadOrders } from './download-orders.ts'
import { previewReminders } from './preview-reminders.ts'
import { tellDrafts } from './tell-changes.ts'
import { useOrdersView } from './orders-view.ts'
import { useStatusTool } from './use-status-tool.ts'

const selection = z.object({
  orderIds: z.array(z.string()).describe('An empty list clears the selection'),
})
const reminded = z.object({
  orderIds: orderIds.meta({ title: 'Orders', description: 'The ids of unpaid orders' }),
})

/** Shows the actions for several orders at once. */
export function BulkActions(props: {
  shown: readonly Order[]
  selected: readonly string[]
  onSelect: (selected: readonly string[]) => void
}): ReactElement {
  const { shown, selected, onSelect } = props
  const { filter } = useOrdersView()
  const client = useQueryClient()
  const mayChange = useMayChange()
  const enabled = () => mayChange

  const chosen = selected.length > 0 ? shown.filter(({ id }) => selected.includes(id)) : shown
  const unpaid = chosen.filter(({ payment }) => payment === 'unpaid').map(({ id }) => id)
  const download = async () => downloadOrders(await readAllOrders(filter))
  const remind = useChange(
    draftReminders,
    touched.orders,
    (ids) => `${ids.length} ${ids.length === 1 ? 'reminder' : 'reminders'} drafted.`,
  )
  const setStatuses = useChange(
    setStatus,
    touched.orders,
    ({ orderIds }) => `${orderIds.length} marked as shipped.`,
  )

  useTool({
    name: 'select_orders',
    description: 'Select orders of those that are shown, in place of what was selected.',
    parameters: selection,
    effect: 'read',
    handler: ({ orderIds }, ctx) => {
      const unknown = orderIds.filter((id) => !shown.some((order) => order.id === id))
      if (unknown.length > 0) throw new Error(`Not among the orders shown: ${unknown.join(', ')}.`)
      onSelect(orderIds)
      ctx.touched(orderIds.map(rowOf))
      return { selected: orderIds }
    },
  })
  useStatusTool()
  useMutationTool({
    client,
    name: 'draft_reminders',
    description: 'Draft payment reminders for unpaid orders. Nothing is sent.',
    parameters: reminded,
    enabled,
    approval: {
      when: ({ orderIds }) => isMany(orderIds),
      preview: ({ orderIds }) => previewReminders(client, orderIds),
    },
    mutation: { mutationFn: ({ orderIds }) => draftReminders(orderIds) },
    invalidates: touched.orders,
    touched: (drafts) => drafts.map(({ orderId }) => rowOf(orderId)),
    result: {
      toModel: (drafts) =>
        JSON.stringify({
          summary: tellDrafts(drafts),
          orderIds: drafts.map(({ orderId }) => orderId),
        }),
    },
    undo: ({ result }) => discardReminders(result.map(({ orderId }) => orderId)),
  })
  useTool({
    name: 'export_orders',
    description: 'Save all orders that fit the filter as a CSV file on the computer of the user.',
    effect: 'read',
    handler: download,
  })

  const error = remind.error ?? setStatuses.error
  return (
    <div className="row">
      <button
        disabled={mayChange !== true || selected.length === 0}
        onClick={() => setStatuses.mutate({ orderIds: [...selected], status: 'shipped' })}
      >
        Mark as shipped
      </button>
      <button
        disabled={mayChange !== true || unpaid.length === 0}
        onClick={() => remind.mutate(unpaid)}
      >
        Draft reminders
      </button>
      <button onClick={() => void download()}>Export CSV</button>
      {mayChange !== true && <small className="quiet">{mayChange.reason}</small>}
      {error && <p role="alert">{error.message}</p>}
    </div>
  )
}
