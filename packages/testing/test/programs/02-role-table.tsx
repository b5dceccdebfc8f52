import { unavailable } from 'ambit'
import { AgentScope, useTool } from 'ambit/react'
import * as z from 'zod'

interface Row { id: string; total: number }
interface Props { role: 'viewer' | 'clerk'; rows: Row[]; show: (ids: string[]) => void }
function Table({ role, rows, show }: Props) {
  useTool({
    name: 'refund',
    description: 'Refund an order.',
    parameters: z.object({ id: z.string() }),
    effect: 'egress',
    enabled: () => role === 'clerk' || unavailable('Viewers change nothing.'),
    handler: ({ id }) => fetch(`/refund/${id}`, { method: 'POST' }).then(() => 'done'),
  })
  useTool({
    name: 'select',
    description: 'Select rows.',
    parameters: z.object({ ids: z.array(z.string()) }),
    effect: 'read',
    handler: ({ ids }) => show(ids),
  })
  return <p>{rows.length}</p>
}
export const page = (props: Props) => (
  <AgentScope name="orders" context={() => props.rows}><Table {...props} /></AgentScope>
)
