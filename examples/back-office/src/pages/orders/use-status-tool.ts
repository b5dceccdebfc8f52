import { useTool } from 'ambit/react'
import { useQueryClient } from '@tanstack/react-query'
import { restoreStatuses, setStatus } from '../../api/changes.ts'
import { touched } from '../../api/use-change.ts'
import { rowOf } from '../../parts/row-of.ts'
import { useMayChange } from '../../session/user-context.ts'
import { isMany } from '../../shared/is-many.ts'
import { statusChange } from '../../shared/order.ts'
import { previewStatus } from './preview-status.ts'
import { tellStatus } from './tell-changes.ts'

/** Lets the agent give orders a new status. An order that has it already is left alone. */
export function useStatusTool(): void {
  const client = useQueryClient()
  const mayChange = useMayChange()
  const refresh = () =>
    Promise.all(touched.orders.map((queryKey) => client.invalidateQueries({ queryKey })))
  useTool({
    name: 'set_order_status',
    description: 'Give one order or several a new status.',
    parameters: statusChange,
    enabled: () => mayChange,
    approval: {
      when: ({ orderIds, status }) => status === 'cancelled' || isMany(orderIds),
      remember: ({ status }) => (status === 'cancelled' ? undefined : `orders to “${status}”`),
      preview: (wanted) => previewStatus(client, wanted),
    },
    handler: async (wanted, ctx) => {
      // The server does it whether or not the page is still there to see it.
      ctx.outlive()
      const { before } = await setStatus(wanted)
      const changed = before.filter(({ status }) => status !== wanted.status)
      const summary = tellStatus(before, wanted.status)
      // What changed nothing has nothing to undo.
      if (changed.length === 0) return { summary, changed: 0, before }
      ctx.undo(async () => {
        try {
          await restoreStatuses(changed)
        } finally {
          await refresh()
        }
      })
      ctx.touched(changed.map(({ id }) => rowOf(id)))
      await refresh()
      return { summary, changed: changed.length, before }
    },
  })
}
