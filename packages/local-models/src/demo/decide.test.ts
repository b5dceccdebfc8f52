import { describe, expect, it } from 'vitest'
import { createDemoModel } from './create-demo-model.ts'
import { drive, tool } from '../../test/drive.ts'
import type { App } from '../../test/drive.ts'
import { backOffice, calendar, musicPlayer, taskBoard } from '../../test/invented-apps.ts'
import { shop } from '../../test/shop.ts'
import { unlikeApps } from '../../test/unlike/index.ts'
import { instanceOf } from '../../test/unlike/schemas.ts'

describe('decide', () => {
  it('is worked through one model call a step, each with what the step before brought', async () => {
    const { iterations, text, ids } = await drive(taskBoard(), [
      'Add "Write the report" and then select it and delete it',
    ])
    expect(iterations).toEqual([
      [['add_task', { title: 'Write the report' }]],
      [['select_task', { id: 't4' }]],
      [['delete_task', {}]],
      [],
    ])
    expect(text).toBe(
      'Added task “Write the report”, selected task “Write the report” and deleted task.',
    )
    expect(new Set(ids).size).toBe(3)
  })

  it('asks for several things of one step in one message', async () => {
    const { iterations } = await drive(taskBoard(), ['Move Buy milk and Walk the dog to done'])
    expect(iterations.map((calls) => calls.length)).toEqual([2, 0])
  })

  it('says why a tool is off when its turn comes, and what it left undone', async () => {
    const { calls, text } = await drive(taskBoard(), [
      'Add Pay rent, delete the task, then show all',
    ])
    expect(calls).toEqual([['add_task', { title: 'Pay rent' }]])
    expect(text).toContain('Select a task first')
    expect(text).toContain('Added task “Pay rent”')
    expect(text).toContain('“show all”')
  })

  it('does not take a reason for an order when the step names nothing', async () => {
    expect((await drive(taskBoard(), ['delete the task'])).calls).toEqual([])
  })

  it('does not delete the selection when another thing is named', async () => {
    const { calls } = await drive(taskBoard(), ['select Buy milk', 'delete Walk the dog'])
    expect(calls).toEqual([
      ['select_task', { id: 't1' }],
      ['select_task', { id: 't2' }],
      ['delete_task', {}],
    ])
  })

  it('stops at a failure and tells it in the words of the tool', async () => {
    const { calls, text } = await drive(backOffice(), ['Refund order 1042 500 dollars and open it'])
    expect(calls).toHaveLength(1)
    expect(text).toBe(
      'I could not refund the order: The amount is more than the order cost. Not done yet: “open it”.',
    )
  })

  it('does not repeat a step when its result makes the sentence read differently', async () => {
    const notes: { id: string; title: string }[] = []
    const app: App = {
      tools: () => [
        tool('add_note', 'Add a note.', { text: { type: 'string' } }),
        tool('select_note', 'Select a note.', { noteId: { type: 'string' } }),
      ],
      context: () => ({ notes: { notes } }),
      run: (name) => name === 'add_note' && notes.push({ id: 'n1', title: 'milk and select it' }),
    }
    expect((await drive(app, ['Add milk and select it'])).calls).toEqual([
      ['add_note', { text: 'milk' }],
      ['select_note', { noteId: 'n1' }],
    ])
  })

  it('does not repeat steps when the ids of its calls were rewritten on the way', async () => {
    const app = taskBoard()
    const model = createDemoModel({ chunkDelayMs: 0 })
    let count = 0
    const { calls } = await drive(app, ['Add Pay rent and then select Buy milk'], {
      ...model,
      doGenerate: async (options) => {
        const result = await model.doGenerate(options)
        const content = result.content.map((part) => {
          count += 1
          return part.type === 'tool-call' ? { ...part, toolCallId: `call_${count}` } : part
        })
        return { ...result, content }
      },
    })
    expect(calls).toEqual([
      ['add_task', { title: 'Pay rent' }],
      ['select_task', { id: 't1' }],
    ])
  })
})

describe('decide, with a question', () => {
  it('names the missing value, and the next message fills it', async () => {
    const app = taskBoard()
    const first = await drive(app, ['Add a task'])
    expect(first.text).toBe(
      'To add the task I need the title (What has to be done). What should it be?',
    )
    const { calls, text } = await drive(app, ['Add a task', 'Buy bread'])
    expect(calls).toEqual([['add_task', { title: 'Buy bread' }]])
    expect(text).toBe('Added task “Buy bread”.')
  })

  it.each([
    [taskBoard, ['Move Buy milk', 'to done please'], ['move_task', { id: 't1', column: 'done' }]],
    [
      taskBoard,
      ['Move a task to done', 'the second one'],
      ['move_task', { id: 't2', column: 'done' }],
    ],
    [
      taskBoard,
      ['Move a task to done', 'what?', 'Buy milk'],
      ['move_task', { id: 't1', column: 'done' }],
    ],
    [backOffice, ['Ship order 1042', 'dhl'], ['ship_order', { orderId: 1042, carrier: 'DHL' }]],
    [backOffice, ['Refund an order', '1043'], ['refund_order', { orderId: 1043 }]],
    [musicPlayer, ['Set the volume', 'twelve'], ['setVolume', { level: 12 }]],
    [musicPlayer, ['Set shuffle', 'no'], ['setShuffle', { enabled: false }]],
    [
      calendar,
      ['Move the standup', 'tomorrow'],
      ['reschedule_event', { eventId: 7, date: '2026-11-21' }],
    ],
  ] as const)('%# takes a reply by the type of the value', async (app, messages, call) => {
    expect((await drive(app(), messages)).calls).toEqual([call])
  })

  it('is asked for one value after another', async () => {
    const { calls } = await drive(backOffice(), ['Email ada@example.org', 'Your order', 'Thanks'])
    expect(calls).toEqual([['email_customer', { to: 'ada@example.org', subject: 'Your order' }]])
  })

  it('goes on with the plan after the reply', async () => {
    const { calls } = await drive(taskBoard(), [
      'Add Pay rent, move Buy milk, then show all',
      'done',
    ])
    expect(calls).toEqual([
      ['add_task', { title: 'Pay rent' }],
      ['move_task', { id: 't1', column: 'done' }],
      ['filter_tasks', { column: 'all' }],
    ])
  })

  it('is dropped by a new request or by "never mind"', async () => {
    const other = await drive(taskBoard(), ['Add a task', 'Move task "Buy milk" to done'])
    expect(other.calls).toEqual([['move_task', { id: 't1', column: 'done' }]])
    const { calls, text } = await drive(taskBoard(), ['Add a task', 'never mind'])
    expect(calls).toEqual([])
    expect(text).toBe('I left it as it is.')
  })

  it('is no answer when it asks something itself', async () => {
    const { calls, text } = await drive(shop('orders'), ['open a page', 'Which are unpaid?'])
    expect(calls).toEqual([])
    expect(text).toContain('“A-23251” and “A-23223” (unpaid)')
  })

  it('is asked when words fit several things', async () => {
    const app = taskBoard()
    await drive(app, ['Add Call the plumber'])
    expect((await drive(app, ['Select the call'])).text).toBe(
      'I can see “Call the bank” and “Call the plumber”. Which task do you mean?',
    )
  })
})

describe('decide, with words that nothing uses', () => {
  const rows = Object.fromEntries([5, 12, 3].map((id) => [String(id), String(id)]))
  const table = (): App => ({
    tools: () => [
      tool('set_views', 'Set the views of a post.', {
        instance: instanceOf(rows),
        views: { type: 'integer' },
      }),
    ],
    run: () => 'ok',
  })

  it('takes the row and the value by their places, whichever stands first in a list', async () => {
    const call = ['set_views', { instance: '12', views: 5 }]
    expect((await drive(table(), ['Set the views of post 12 to 5'])).calls).toEqual([call])
    expect((await drive(table(), ['Set views of 12 to 5'])).calls).toEqual([call])
  })

  it('says which words it did not understand, and calls nothing', async () => {
    const { calls, text } = await drive(taskBoard(), ['Move Buy milk to done unless it rains'])
    expect(calls).toEqual([])
    expect(text).toContain('I did not understand “unless it rains”, so I did not move the task.')
  })

  it('gives up a step after one question that was not answered', async () => {
    const { text } = await drive(taskBoard(), ['Move a task to done', 'purple', 'show only todo'])
    expect(text).not.toContain('Which task')
    const second = await drive(taskBoard(), ['Move a task to done', 'purple'])
    expect(second.text).toContain('I found nothing here that fits “purple”.')
  })

  it('opens the page whose description has the words', async () => {
    const app = shop('orders')
    const pages =
      'Open a page. dashboard: sales, charts; orders: filters, refunds; customers: names.'
    const tools = () =>
      app
        .tools()
        .map((each) => (each.name === 'open_page' ? { ...each, description: pages } : each))
    const { calls } = await drive({ ...app, tools }, [
      'Show a chart of sales by product in week 40',
    ])
    expect(calls).toEqual([
      ['open_page', { page: 'dashboard' }],
      ['show_chart', { by: 'product', week: 40, title: 'Sales' }],
    ])
  })

  it('tells the hint once in a conversation', async () => {
    const hint = 'Start with OPENAI_API_KEY=… to use a language model.'
    const model = createDemoModel({ chunkDelayMs: 0, hint })
    const first = await drive(taskBoard(), ['Sing a song'], model)
    expect(first.text).toContain(hint)
    expect((await drive(taskBoard(), ['Sing a song', 'Dance'], model)).text).not.toContain(hint)
  })

  it('mends a letter in a word of a tool, but in no name', async () => {
    const moved = ['move_task', { id: 't1', column: 'done' }]
    expect((await drive(taskBoard(), ['mvoe Buy milk to doen'])).calls).toEqual([moved])
    expect((await drive(taskBoard(), ['move Boy milk to done'])).calls).toEqual([])
  })
})

describe('a part of what is meant', () => {
  const ids = ['A-101', 'A-102', 'A-103', 'A-104']
  const page = (selected: readonly string[], rest: object = {}): App => ({
    tools: () => [
      tool('set_order_status', 'Set the status of orders.', {
        orderIds: { type: 'array', items: { type: 'string' } },
        status: { enum: ['open', 'shipped', 'delivered', 'cancelled'] },
      }),
      tool('refund_order', 'Refund an order.', { orderId: { type: 'string' } }),
      tool('filter_orders', 'Show only some of the orders, or all of them.', {
        'customer?': { type: 'string', description: 'Part of a customer name' },
        'status?': { enum: ['open', 'shipped', 'delivered', 'cancelled'] },
        'placed?': { enum: ['last 7 days', 'this month', 'last month'] },
      }),
    ],
    context: () => {
      const customers = ['Ada Byron', 'Ben Petit', 'Cy Hill', 'Di Moss']
      const orders = ids.map((id, at) => ({ id, customer: customers[at], status: 'open' }))
      return { orders: { count: 4, orders, selected, ...rest } }
    },
    run: () => ({ summary: 'Done.' }),
  })
  const to = (status: string, orderIds: readonly string[]) => [
    ['set_order_status', { orderIds, status }],
  ]

  it.each([
    ['mark the selected orders as shipped', to('shipped', ['A-102', 'A-103'])],
    ['mark the selected ones as delivered', to('delivered', ['A-102', 'A-103'])],
    ['mark all selected orders as shipped', to('shipped', ['A-102', 'A-103'])],
    ['mark my selection as shipped', to('shipped', ['A-102', 'A-103'])],
    ['mark these orders as shipped', to('shipped', ['A-102', 'A-103'])],
    ['cancel the selected orders', to('cancelled', ['A-102', 'A-103'])],
    ['set the status to open', to('open', ['A-102', 'A-103'])],
  ])('is not done where several are selected: %s', async (said, calls) => {
    expect((await drive(page(['A-102', 'A-103']), [said])).calls).toEqual(calls)
  })

  it.each(['mark the selected order as shipped', 'refund it', 'refund the order'])(
    'is asked about where several are selected: %s',
    async (said) => {
      const { calls, text } = await drive(page(['A-102', 'A-103']), [said])
      expect(calls).toEqual([])
      expect(text).toBe('I can see “A-102” and “A-103”. Which order do you mean?')
    },
  )

  it('is asked about where nothing is selected', async () => {
    const { calls, text } = await drive(page([]), ['mark the selected orders as shipped'])
    expect(calls).toEqual([])
    expect(text).toMatch(/Which .*\?$/)
  })

  it('is not taken for all that a list has under another filter', async () => {
    const said = 'refund every order of Ada Byron'
    const filtered = page([], { filter: { placed: 'this month', customer: '' } })
    expect((await drive(filtered, [said])).calls).toEqual([])
    expect((await drive(page([]), [said])).calls).toHaveLength(1)
  })

  it('is not taken for all where one was looked up', async () => {
    const app: App = {
      tools: () => [
        tool('show_ticket', 'Show a ticket.', { ticketId: { type: 'integer' } }),
        tool('close_ticket', 'Close a ticket.', { ticketId: { type: 'integer' } }),
      ],
      context: () => ({ tickets: { openTickets: 2 } }),
      run: () => ({ id: 12, subject: 'Kettle leaks', status: 'open' }),
    }
    const { calls, text } = await drive(app, ['show ticket 12', 'close all tickets'])
    expect(calls).toEqual([['show_ticket', { ticketId: 12 }]])
    expect(text).toContain('Name the ones you mean.')
  })

  it.each([
    'show orders placed in october',
    'show orders in October',
    'show all orders from Germany',
    'show orders in Rome',
    'show orders with espresso cups',
    'show orders that are late',
    'show orders from yesterday',
    'show refunded orders',
    'show cancelled or open orders',
    'show orders from Ada or Ben',
  ])('of a sentence is no name in a filter: %s', async (said) => {
    const { calls, text } = await drive(page([]), [said])
    expect(calls).toEqual([])
    expect(text).toMatch(/^I did not understand/)
  })

  it.each([
    ['show orders from ada byron', 'ada byron'],
    ['show orders of Wren Hill', 'Wren Hill'],
    ['show the orders by Ben Petit that are open', 'Ben Petit'],
  ])('is a name if the page shows it, or if it is written as one: %s', async (said, customer) => {
    expect((await drive(page([]), [said])).calls).toEqual([
      ['filter_orders', expect.objectContaining({ customer })],
    ])
  })
})

describe('a step that is refused', () => {
  const pages = { enum: ['orders', 'customers'] }
  const open =
    'Open a page: to filter orders or draft reminders, open the orders first. customers: names, cities.'
  it.each([
    'delete all customers',
    'delete this customer',
    'email the customers from Italy',
    'print the orders',
    'how many orders came in last month?',
  ])('opens no page: %s', async (said) => {
    const app: App = { tools: () => [tool('open_page', open, { page: pages })], run: () => ({}) }
    expect((await drive(app, [said])).calls).toEqual([])
  })
})

it('takes no page for another whose name is only like a word of the description', async () => {
  const open =
    'Open a page: to filter orders, open the orders first; to refund an order, open that order. refunds: taken back'
  const app: App = {
    tools: () => [
      tool('open_page', open, { page: { enum: ['orders', 'refunds'] } }),
      tool('filter_orders', 'Show only some of the orders.', { 'customer?': { type: 'string' } }),
    ],
    context: () => ({ orders: { count: 1, orders: [{ id: 'A-1', customer: 'Ada Byron' }] } }),
    run: () => ({}),
  }
  expect((await drive(app, ['show orders from Germany'])).calls).toEqual([])
})

describe('what a refusal offers', () => {
  it.each(unlikeApps.map((app) => [app.name, app] as const))(
    'are sentences that work, in the %s',
    async (_, app) => {
      const model = createDemoModel({ chunkDelayMs: 0 })
      let offers: readonly string[] = []
      const asked = 'sing a song about the sea'
      await drive(app.open(), [asked], {
        ...model,
        doGenerate: async (options) => {
          const result = await model.doGenerate(options)
          offers = (result.content[0]?.providerMetadata?.['ambit']?.['followups'] ?? []) as string[]
          return result
        },
      })
      expect(offers.length).toBeLessThanOrEqual(3)
      for (const offer of offers) {
        const { calls, text } = await drive(app.open(), [asked, offer])
        expect(calls).not.toEqual([])
        expect(text).not.toMatch(/found nothing|not understand/)
      }
    },
  )
})

describe('a step without a command', () => {
  it.each(['cards of Jonas', 'cards nobody has', 'Upgrade Postgres is late'])(
    'changes nothing: %s',
    async (said) => {
      const board = unlikeApps.find(({ name }) => name === 'kanban board')
      expect((await drive(board?.open() ?? expect.fail(), [said])).calls).toEqual([])
    },
  )
})
