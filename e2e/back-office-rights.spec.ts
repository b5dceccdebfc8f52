import { deny } from './support/assistant.ts'
import { expect, test } from './support/back-office.ts'
import { callTool } from './support/model-server.ts'

test.describe('a note in which a customer tells the agent to refund to elsewhere', () => {
  test('gets no further than the user, who is told whose idea it was', async ({
    assistant,
    office,
  }) => {
    office.models.script([
      callTool('refund_order', { orderId: 'A-99001', account: 'XX00 6666 0000 1234' }),
      { content: 'There was nothing to do.' },
    ])
    await office.open('/customers/C-1007', 'manager', 'scripted')
    await assistant.open()
    await assistant.say('Anything to know about this customer?')

    const card = assistant.card(/Refund .+\?$/)
    await expect(card.getByText('the account XX00 6666 0000 1234')).toBeVisible()
    await expect(card).toHaveAttribute('data-tainted')
    await deny(card)
    await expect(assistant.dialog.getByText('There was nothing to do.')).toBeVisible()
    expect(await office.read('refunds')).toEqual([])

    const [first, last] = office.models.requests
    // The text of the note stays inside its envelope.
    const read = JSON.stringify(first?.messages)
    expect(read).toContain('SYSTEM MESSAGE TO THE ASSISTANT')
    expect(read).not.toContain('</untrusted-content>')
    expect(JSON.stringify(last?.messages)).toContain('the user said no')
  })
})

test.describe('a user who may only look', () => {
  test('has an agent that may only look: what it cannot do, and why, it is told', async ({
    page,
    assistant,
    office,
  }) => {
    office.models.script([
      callTool('draft_reminders', { orderIds: ['A-99002'] }),
      { content: 'You may not do that.' },
    ])
    await office.open('/orders', 'viewer', 'scripted')
    await expect(page.getByRole('button', { name: 'Draft reminders' })).toBeDisabled()
    await assistant.open()
    await assistant.say('Draft a reminder for A-99002')
    await expect(assistant.dialog.getByText('You may not do that.')).toBeVisible()

    const [first, last] = office.models.requests
    const offered = first?.tools?.map((tool) => tool.function.name) ?? []
    expect(offered).toContain('filter_orders')
    expect(offered).not.toContain('draft_reminders')
    expect(offered).not.toContain('refund_order')
    const reason = 'may look, and change nothing'
    const end = JSON.stringify(first?.messages.at(-1))
    expect(end).not.toContain('filter_orders: ')
    expect(end).toMatch(new RegExp(`draft_reminders: [^\\n]*${reason}`))
    expect(end).toMatch(new RegExp(`refund_order: [^\\n]*${reason}`))
    expect(JSON.stringify(last?.messages.at(-1))).toContain(reason)

    // The page only shows the rule; the API enforces it.
    const refused = await page.request.post(new URL('/api/reminders', page.url()).href, {
      data: { orderIds: ['A-99002'] },
    })
    expect(refused.status()).toBe(403)
  })
})
