import { describe, expect, it } from 'vitest'
import { createDemoModel } from './create-demo-model.ts'
import { drive, tool } from '../../test/drive.ts'
import type { App } from '../../test/drive.ts'
import { musicPlayer, taskBoard } from '../../test/invented-apps.ts'
import { shop } from '../../test/shop.ts'

/** Opens a shop whose changes tell what they changed, as a list. */
const telling = (page: 'orders' | 'dashboard' = 'orders'): App => {
  const app = shop(page)
  const run: App['run'] = (name, input) =>
    name === 'set_order_status'
      ? { orders: [input['orderIds']].flat().map((id) => ({ id })) }
      : app.run(name, input)
  return { ...app, run }
}

describe('what a reference means after something else was mentioned', () => {
  it.each([
    ['mark the first three orders as shipped', ['A-23251', 'A-23223', 'A-20001']],
    ['mark the last two orders as shipped', ['A-23223', 'A-20001']],
    ['mark the second order as shipped', ['A-23223']],
    ['mark all orders as shipped', ['A-23251', 'A-23223', 'A-20001']],
  ])('is the list that is shown: %s', async (said, orderIds) => {
    const { calls } = await drive(telling(), ['ship order A-20001', said])
    expect(calls.slice(1)).toEqual([['set_order_status', { orderIds, status: 'shipped' }]])
  })

  it.each(['mark the first five orders as shipped', 'mark both orders as shipped'])(
    'is not guessed if the list has not as many: %s',
    async (said) => {
      const { calls, text } = await drive(telling(), ['ship order A-20001', said])
      expect(calls.slice(1).filter(([name]) => name === 'set_order_status')).toEqual([])
      expect(text).toMatch(/did not understand|Which/)
    },
  )

  const charts = (): App => ({
    tools: () => [
      tool('query_sales', 'Read the sales.'),
      tool('show_chart', 'Put a chart on the dashboard.', { title: { type: 'string' } }),
      tool('remove_chart', 'Take a chart off the dashboard.', { chartId: { type: 'string' } }),
    ],
    context: () => ({ charts: { charts: [{ id: 'weeks', title: 'Sales by week' }] } }),
    run: (name) => {
      if (name === 'query_sales') return { rows: [{ key: 'all', revenue: 7 }] }
      throw new Error('There is no room.')
    },
  })

  it('is never a thing of another kind, or an older one after a failure', async () => {
    const said = ['show the sales', 'show a chart called Costs', 'remove it again']
    const { calls, text } = await drive(charts(), said)
    expect(calls.map(([name]) => name)).not.toContain('remove_chart')
    expect(text).toBe('I can see “Sales by week”. Which chart do you mean?')
  })

  it('is no older thing after a message that was refused', async () => {
    const said = ['select order A-20001', 'frobnicate the orders', 'mark it as shipped']
    const { calls, text } = await drive(shop('orders'), said)
    expect(calls.map(([name]) => name)).toEqual(['select_orders'])
    expect(text).toMatch(/Which .+ do you mean\?$/)
  })

  it('is what a failed call named', async () => {
    const app = {
      ...shop('orders'),
      run: () => {
        throw new Error('No.')
      },
    }
    const said = ['select order A-23223', 'mark it as shipped']
    const { calls } = await drive(app, said)
    expect(calls[1]).toEqual(['set_order_status', { orderIds: ['A-23223'], status: 'shipped' }])
  })
})

describe('what “all” of another kind means', () => {
  const library = (): App => ({
    tools: () => [tool('renew_loan', 'Renew a loan.', { book: { type: 'string' } })],
    context: () => ({
      books: [
        { id: 'B-1', title: 'Dune', status: 'in' },
        { id: 'B-2', title: 'Emma', status: 'on loan' },
      ],
    }),
    run: () => ({ ok: true }),
  })

  it.each(['renew every loan', 'renew all of the loans'])('is not guessed: %s', async (said) => {
    const { calls, text } = await drive(library(), [said])
    expect(calls).toEqual([])
    expect(text).toMatch(/I (did not understand|found nothing)/)
  })
})

describe('what is said of a call that did not work', () => {
  const failing = (name: string, message: string, more: object = {}): App => ({
    ...shop('orders'),
    run: () => ({ error: { name, message, ...more } }),
  })
  const said = ['refund order A-23223']
  it.each([
    [
      'ToolDeniedError',
      '"refund_order" was denied: the user said no',
      'All right, I did not refund the order.',
    ],
    [
      'ToolDeniedError',
      '"refund_order" was denied: the user said no: too much',
      'All right, I did not refund the order. You said: “too much”.',
    ],
    [
      'ToolDeniedError',
      '"refund_order" was denied: nobody was there. Render <Copilot />.',
      'I did not refund the order: nobody was there.',
    ],
    [
      'CancellationError',
      'Cancelled: the page ended. It was stopped while it ran, and may have taken effect. Check before doing it again.',
      'The page was reloaded or closed while I wanted to refund the order. It is not known whether that took effect: please look at the page.',
    ],
    [
      'AgentError',
      'The call has no answer, so it may have taken effect. Check before doing it again.',
      'The page was reloaded or closed while I wanted to refund the order. It is not known whether that took effect: please look at the page.',
    ],
    [
      'CancellationError',
      'Cancelled: the page ended before it was started. It was not run.',
      'I did not refund the order: the page was reloaded or closed before that.',
    ],
    [
      'ToolValidationError',
      'Invalid arguments for "refund_order": orderId: The order A-23223 was not paid.',
      'The order A-23223 was not paid.',
    ],
    [
      'ToolValidationError',
      'Invalid arguments for "refund_order": reason: Invalid option: expected one of "a"|"b"',
      'I could not refund the order: a value did not fit.',
    ],
    [
      'DisabledToolError',
      '"refund_order" is not available now: Sign in first',
      'I could not refund the order: Sign in first.',
    ],
    [
      'TimeoutError',
      '"refund_order" took longer than 30 ms.',
      'I could not refund the order: it took too long. Please look at the page for what took effect.',
    ],
    [
      'AgentError',
      'TypeError: orderId is wrong for refund_order',
      'I could not refund the order: order id is wrong for refund order.',
    ],
  ])('is plain, without names of programs: %s: %s', async (name, message, answer) => {
    expect((await drive(failing(name, message), said)).text).toBe(answer)
  })
})

describe('what is said of an undo', () => {
  const undo = tool('undo_last', 'Undoes what you did last before this turn.', {
    'which?': { enum: ['last_call', 'last_run'] },
  })
  const withUndo = (run: App['run'], off?: string): App => {
    const app = shop('orders')
    return {
      ...app,
      tools: () => [...app.tools(), ...(off === undefined ? [undo] : [])],
      unavailable: () => (off === undefined ? {} : { undo_last: off }),
      run: (name, input) => (name === 'undo_last' ? run(name, input) : app.run(name, input)),
    }
  }
  const says = ['ship order A-23223', 'undo that']
  it('is what its result tells', async () => {
    const app = withUndo(() => ({ undone: ['set_order_status'], failed: [], stillInEffect: [] }))
    expect((await drive(app, says)).text).toBe('Undid: Set order status.')
  })

  it.each(['not available now', 'There is nothing left to undo'])(
    'is that nothing is left: %s',
    async (off) => {
      const app = withUndo(() => undefined, off)
      expect((await drive(app, says)).text).toBe('There is nothing left that I could undo.')
    },
  )

  it('points to no button where no tool is', async () => {
    expect((await drive(shop('orders'), says)).text).toBe('I cannot take that back by words here.')
  })
})

describe('the hint about a language model', () => {
  const hint = 'Start with a key to use a language model.'
  const model = createDemoModel({ chunkDelayMs: 0, hint })
  it.each(['hi', 'thanks', 'what can you do'])('is not in the answer to “%s”', async (said) => {
    expect((await drive(shop(), [said], model)).text).not.toContain(hint)
    expect((await drive(shop(), [said, 'sing a song'], model)).text).toContain(hint)
  })
})

describe('what is said of what was done', () => {
  it.each([
    ['customers', 'open the orders', 'Opened Orders.'],
    ['orders', 'draft reminders for A-23223', 'Drafted reminders for A-23223.'],
    ['orders', 'ship order A-23223', 'Set order status for A-23223 to shipped.'],
    ['orders', 'refund order A-20001 20 euros', 'Refunded order A-20001 (amount: €20.00).'],
    [
      'inventory',
      'add 5 pieces of stock to the moka pot',
      'Added stock for “Moka pot” (quantity: 5).',
    ],
    ['orders', 'open page', 'Which page: dashboard, orders, customers, inventory or refunds?'],
  ] as const)('names the object once, on %s: %s', async (page, said, answer) => {
    expect((await drive(shop(page), [said])).text).toBe(answer)
  })

  it('is two sentences if a page was opened on the way', async () => {
    const { text } = await drive(shop('customers'), ['open the orders and ship order A-23223'])
    expect(text).toBe('Opened Orders. Set order status for A-23223 to shipped.')
  })

  it('has a switch and a unit in words', async () => {
    expect((await drive(musicPlayer(), ['turn on shuffle'])).text).toBe('Set shuffle: on.')
    expect((await drive(musicPlayer(), ['set the volume to 12'])).text).toBe('Set volume to 12.')
  })

  it('gives the reason alone for what is off', async () => {
    const off = 'Select a task first'
    const { text } = await drive(taskBoard(), ['delete the task'])
    expect(text).toContain(`I cannot delete the task: ${off}`)
  })
})

describe('a step with words that nothing uses', () => {
  it('does not open the page that is open', async () => {
    const { calls, text } = await drive(shop('orders'), ['mark three orders as shipped'])
    expect(calls).toEqual([])
    expect(text).toContain('I did not understand “three”, so I did not set the order status.')
  })
})

describe('what is said of a form that was filled', () => {
  const form: App = {
    tools: () => [
      tool('fill_customer', 'Fill fields of the form.', { 'city?': { type: 'string' } }),
      tool('submit_customer', 'Submit the form.'),
    ],
    run: () => ({ ok: true }),
  }
  it('has that it is not saved', async () => {
    const { text } = await drive(form, ['set the city to Berlin'])
    expect(text).toBe('Filled in city: Berlin. That is not saved yet.')
  })

  it('has it no more once the form was submitted', async () => {
    const { text } = await drive(form, ['set the city to Berlin and save'])
    expect(text).toBe('Filled in city: Berlin and submitted customer.')
  })
})
