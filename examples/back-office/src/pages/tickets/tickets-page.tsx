import { McpApps } from '@ambit/bridges/mcp-apps'
import { useMcp } from '@ambit/bridges/mcp-react'
import { useAgentEvent } from 'ambit/react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ticketsQuery } from '../../api/queries.ts'
import { Badge } from '../../parts/badge.tsx'
import { Day } from '../../parts/day.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useOffers } from '../../session/use-offers.ts'
import type { Ticket } from '../../shared/ticket.ts'

const columns: readonly Column<Ticket>[] = [
  { title: 'Ticket', cell: ({ id }) => id },
  { title: 'Subject', cell: ({ subject }) => subject },
  { title: 'Customer', className: 'wide', cell: ({ customer }) => customer },
  { title: 'Opened', className: 'wide', cell: ({ openedOn }) => <Day of={openedOn} /> },
  { title: 'State', cell: ({ status }) => <Badge of={status} /> },
]

/**
 * Shows the tickets. Here the agent has the tools of the ticket server, an MCP server behind the
 * proxy. A call of `show_ticket` is shown by the server's own app.
 */
export function TicketsPage(): ReactElement {
  const { data: tickets } = useSuspenseQuery(ticketsQuery)
  const client = useQueryClient()
  const { connection, status, reason } = useMcp({
    name: 'tickets',
    url: '/api/agent/mcp/tickets',
    // The shop's own server: its words instruct nobody, and its hints are true.
    trusted: true,
    apps: true,
  })
  useAgentEvent('agent:tool_succeeded', ({ tool }) => {
    if (tool === 'tickets_close_ticket') void client.invalidateQueries(ticketsQuery)
  })
  const open = tickets.filter((ticket) => ticket.status === 'open')
  // Nothing is offered before the tools are there.
  const oldest = status === 'ready' ? open.at(-1) : undefined
  useOffers({
    greeting: `${open.length} tickets are open.`,
    look: oldest ? [`Show ticket ${oldest.id}`] : [],
    change: oldest ? [`Close ticket ${oldest.id}`] : [],
  })
  return (
    <Page title="Tickets" scope="tickets" context={() => ({ openTickets: open.length })}>
      <McpApps connection={connection} label="Tickets" />
      {status === 'failed' && (
        <p role="alert">
          The assistant does not reach the ticket server. {reason}{' '}
          <button onClick={() => connection.retry()}>Try again</button>
        </p>
      )}
      <Table label="Tickets" columns={columns} rows={tickets} idOf={({ id }) => String(id)} />
    </Page>
  )
}
