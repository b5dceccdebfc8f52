import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { ticketApp } from './ticket-app.ts'
import type { TicketDesk } from './ticket-desk.ts'

/** The header by which the proxy says that the user may change tickets: `yes`. */
export const mayChangeHeader = 'ticket-may-change'

const appUri = 'ui://tickets/ticket'
const mimeType = 'text/html;profile=mcp-app'
const oneTicket = z.object({ ticketId: z.int().describe('The number of a ticket') })

/**
 * Creates the MCP server of the tickets, with the official SDK. It answers requests of the proxy
 * alone, which says in a header what the user may do.
 */
export function createTicketServer(desk: TicketDesk): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(({ requestInfo }) =>
    serverFor(desk, requestInfo?.headers.get(mayChangeHeader) === 'yes'),
  )
  return (request) => handler.fetch(request)
}

function serverFor(desk: TicketDesk, mayChange: boolean): McpServer {
  const server = new McpServer({ name: 'tickets', version: '1.0.0' })
  server.registerResource('ticket', appUri, { mimeType }, () => ({
    contents: [{ uri: appUri, mimeType, text: ticketApp }],
  }))
  // A hint that is missing would mean that the tool destroys, and reaches others.
  const reads = { readOnlyHint: true, openWorldHint: false }
  server.registerTool(
    'list_tickets',
    { title: 'List tickets', description: 'List all tickets of customers.', annotations: reads },
    () => toResult({ tickets: desk.list() }),
  )
  server.registerTool(
    'show_ticket',
    {
      title: 'Show ticket',
      description: 'Show a ticket of a customer to the user, with all of its fields.',
      inputSchema: oneTicket,
      annotations: reads,
      _meta: { ui: { resourceUri: appUri } },
    },
    ({ ticketId: id }) => toResult(desk.find(id) ?? noTicket(id)),
  )
  // A user who may only look has no such tool.
  if (!mayChange) return server
  server.registerTool(
    'close_ticket',
    {
      title: 'Close ticket',
      description: 'Close a ticket. The customer is told, and cannot write to it any more.',
      inputSchema: oneTicket,
      annotations: { destructiveHint: true, openWorldHint: false },
    },
    ({ ticketId: id }) => toResult(desk.close(id) ?? noTicket(id)),
  )
  return server
}

const toResult = (value: object) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(value) }],
  structuredContent: { ...value },
})

/** Throws the reason of a failed result, which the SDK makes of it. */
function noTicket(id: number): never {
  throw new Error(`There is no ticket ${id}. list_tickets has all of them.`)
}
