import { tool } from './drive.ts'
import type { App } from './drive.ts'

const text = (description = '') => ({ type: 'string', ...(description && { description }) })
const oneOf = (...values: string[]) => ({ type: 'string', enum: values })
const number = (description = '') => ({ type: 'number', ...(description && { description }) })

export function taskBoard(): App {
  let selected: string | null = null
  let next = 4
  let tasks = [
    { id: 't1', title: 'Buy milk', column: 'todo' },
    { id: 't2', title: 'Walk the dog', column: 'in_progress' },
    { id: 't3', title: 'Call the bank', column: 'done' },
  ]
  const column = oneOf('todo', 'in_progress', 'done')
  return {
    tools: () => [
      tool('add_task', 'Add a task to the board.', {
        title: text('What has to be done'),
        'column?': column,
      }),
      tool('move_task', 'Move a task to another column.', { id: text('Id of the task'), column }),
      tool('filter_tasks', 'Show only the tasks of one column, or all of them.', {
        column: oneOf('all', 'todo', 'in_progress', 'done'),
      }),
      tool('select_task', 'Select a task, so that it can be deleted.', {
        id: text('Id of the task'),
      }),
      ...(selected === null ? [] : [tool('delete_task', 'Delete the selected task.')]),
    ],
    unavailable: () => (selected === null ? { delete_task: 'Select a task first' } : {}),
    context: () => ({ board: { selected, tasks } }),
    run: (name, input) => {
      const task = tasks.find(({ id }) => id === input['id'])
      switch (name) {
        case 'add_task': {
          const added = {
            id: `t${next}`,
            title: String(input['title']),
            column: typeof input['column'] === 'string' ? input['column'] : 'todo',
          }
          next += 1
          tasks = [...tasks, added]
          return { id: added.id }
        }
        case 'move_task':
          if (!task) throw new Error('There is no such task')
          tasks = tasks.map((each) =>
            each === task ? { ...each, column: String(input['column']) } : each,
          )
          return 'ok'
        case 'select_task':
          if (!task) throw new Error('There is no such task')
          selected = task.id
          return 'ok'
        case 'delete_task':
          tasks = tasks.filter(({ id }) => id !== selected)
          selected = null
          return 'ok'
        default:
          return 'ok'
      }
    },
  }
}

export function backOffice(): App {
  const orders = [
    { orderId: 1042, customer: 'Ada Lovelace', status: 'paid', total: 120 },
    { orderId: 1043, customer: 'Alan Turing', status: 'shipped', total: 80 },
    { orderId: 1044, customer: 'Grace Hopper', status: 'paid', total: 45.5 },
  ]
  const orderId = { type: 'integer', description: 'The order number' }
  return {
    tools: () => [
      tool('search_orders', 'Search orders by status, customer or amount.', {
        'status?': oneOf('paid', 'shipped', 'refunded'),
        'customer?': text('Name of the customer'),
        'minTotal?': number('Smallest total'),
        'maxTotal?': number('Largest total'),
      }),
      tool('open_order', 'Open the page of an order.', { orderId }),
      tool('refund_order', 'Refund an order, in whole or in part.', {
        orderId,
        'amount?': number('Amount in dollars'),
        'reason?': text('Why'),
      }),
      tool('ship_order', 'Hand an order over to a carrier.', {
        orderId,
        carrier: oneOf('DHL', 'UPS', 'FedEx'),
      }),
      tool('add_order_note', 'Attach a note to an order.', { orderId, note: text('The note') }),
      tool('email_customer', 'Send an e-mail to a customer.', {
        to: { type: 'string', format: 'email' },
        subject: text(),
        'body?': text(),
      }),
    ],
    run: (name, input) => {
      if (name === 'search_orders') {
        const { status, customer } = input
        return {
          orders: orders.filter(
            (order) =>
              (status === undefined || order.status === status) &&
              (customer === undefined ||
                (typeof customer === 'string' && order.customer.includes(customer))),
          ),
        }
      }
      if (name === 'refund_order' && Number(input['amount'] ?? 0) > 120) {
        throw new Error('The amount is more than the order cost')
      }
      return { ok: true }
    },
  }
}

export function musicPlayer(): App {
  const tracks = [
    { id: 'a1', title: 'Blue in Green', artist: 'Miles Davis' },
    { id: 'a2', title: 'So What', artist: 'Miles Davis' },
    { id: 'a3', title: 'Naima', artist: 'John Coltrane' },
  ]
  return {
    tools: () => [
      tool('playTrack', 'Play a track.', { trackId: text() }),
      tool('pausePlayback', 'Pause the music.'),
      tool('nextTrack', 'Skip to the next track in the queue.'),
      tool('setVolume', 'Set the volume.', {
        level: { type: 'integer', minimum: 0, maximum: 100 },
      }),
      tool('setShuffle', 'Turn shuffle on or off.', { enabled: { type: 'boolean' } }),
      tool('setRepeat', 'Choose what to repeat.', {
        mode: oneOf('OFF', 'ONE_TRACK', 'WHOLE_ALBUM'),
      }),
      tool('addToQueue', 'Put tracks into the queue.', {
        trackIds: { type: 'array', items: text() },
      }),
      tool('createPlaylist', 'Create a playlist.', {
        name: text(),
        'tags?': { type: 'array', items: text() },
        'public?': { type: 'boolean' },
      }),
    ],
    context: () => ({ player: { volume: 70, nowPlaying: 'a3', tracks } }),
    run: () => 'ok',
  }
}

export function signUpForm(): App {
  return {
    tools: () => [
      tool('fill_form', 'Fill in fields of the sign-up form.', {
        'name?': text('Full name'),
        'email?': { type: 'string', format: 'email' },
        'age?': { type: 'integer' },
        'newsletter?': { type: 'boolean', description: 'Whether to get the newsletter' },
        'plan?': oneOf('free', 'pro', 'team_plus'),
        'address?': {
          type: 'object',
          properties: { street: text(), city: text() },
          required: ['city'],
        },
      }),
      tool('submit_form', 'Submit the form.'),
      tool('reset_form', 'Reset the form to empty.'),
    ],
    run: () => ({ message: 'Saved.' }),
  }
}

export function calendar(): App {
  const events = [
    { id: 7, title: 'Standup', start: '2026-11-23T09:30', room: 'Blue' },
    { id: 8, title: 'Board meeting', start: '2026-11-24T14:00', room: 'Red' },
    { id: 9, title: 'Dentist', start: '2026-11-24T16:00', room: '' },
  ]
  return {
    tools: () => [
      tool('create_event', 'Create a calendar event.', {
        title: text(),
        start: { type: 'string', format: 'date-time' },
        'durationMinutes?': { type: 'integer' },
        'location?': text(),
        'attendees?': { type: 'array', items: { type: 'string', format: 'email' } },
      }),
      tool('reschedule_event', 'Move an event to another day.', {
        eventId: { type: 'integer' },
        date: { type: 'string', format: 'date' },
      }),
      tool('cancel_event', 'Cancel an event.', { eventId: { type: 'integer' } }),
      tool('rename_event', 'Rename an event.', {
        eventId: { type: 'integer' },
        title: text('New title'),
      }),
      tool('show_day', 'Show one day of the calendar.', {
        date: { type: 'string', format: 'date' },
      }),
    ],
    context: () => ({ calendar: { view: 'week', events } }),
    run: () => 'ok',
  }
}
