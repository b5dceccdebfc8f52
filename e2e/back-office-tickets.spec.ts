import type { Page } from '@playwright/test'
import type { Ticket } from '../examples/back-office/src/shared/ticket.ts'
import { allow } from './support/allow.ts'
import { expect, test } from './support/back-office.ts'

/** Asks the ticket server for something by hand, as the user who is signed in. */
async function ask(page: Page, method: string, params: object): Promise<string> {
  const { origin } = new URL(page.url())
  const response = await page.request.post(`${origin}/api/agent/mcp/tickets`, {
    headers: { origin, accept: 'application/json, text/event-stream' },
    data: { jsonrpc: '2.0', id: 1, method, params },
  })
  return response.text()
}

test.describe('a ticket server behind the proxy', () => {
  test('has its tools on its page, shows a ticket by its app, and closes one if the user agrees', async ({
    page,
    assistant,
    office,
  }) => {
    const stateOf12 = async () =>
      (await office.read<Ticket[]>('tickets')).find(({ id }) => id === 12)?.status
    await office.open('/', 'manager', 'demo')
    await office.link('tickets').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tickets')
    await expect(office.row('Grinder')).toContainText('open')

    await assistant.open()
    // It is offered once the server has told its tools.
    await assistant.dialog.getByRole('button', { name: 'Show ticket 12' }).click()
    const app = assistant.dialog.getByRole('region', { name: 'App of Tickets.' })
    const ticket = app.frameLocator('iframe').frameLocator('iframe')
    await expect(ticket.getByRole('heading')).toHaveText('Ticket 12: Grinder makes a loud noise')
    await expect(ticket.getByText('Ada Novak')).toBeVisible()
    const said = assistant.said('Assistant').last()
    await expect(said).toContainText('Ticket id 12: subject Grinder makes a loud noise')

    await assistant.say('Close ticket 12')
    const card = assistant.card('Allow “Close ticket (Tickets)”?')
    await expect(card).toBeVisible()
    expect(await stateOf12()).toBe('open')
    await allow(card, 'Allow')
    await expect.poll(stateOf12).toBe('closed')
    await expect(office.row('Grinder')).toContainText('closed')
    await expect(said).toContainText('Closed ticket')
  })

  test('closes nothing for a user who may only look, whatever the page asks for', async ({
    page,
    office,
  }) => {
    await office.open('/tickets', 'viewer', 'demo')
    const listed = await ask(page, 'tools/list', {})
    expect(listed).toContain('show_ticket')
    expect(listed).not.toContain('close_ticket')
    const call = { name: 'close_ticket', arguments: { ticketId: 13 } }
    expect(await ask(page, 'tools/call', call)).toContain('Tool close_ticket not found')
    const tickets = await office.read<Ticket[]>('tickets')
    expect(tickets.find(({ id }) => id === 13)?.status).toBe('open')

    // The same call of somebody who may change something is answered.
    await office.signIn('manager')
    expect(await ask(page, 'tools/call', call)).toContain('closed')
  })
})
