import type { App } from './drive.ts'
import { backOffice, taskBoard } from './invented-apps.ts'

export type Case = readonly [
  app: () => App,
  sentence: string,
  ...calls: [tool: string, input: object][],
]

/** The sentences of a user on a page, and the calls that each has to lead to. */
export const officeSentences: readonly Case[] = [
  [taskBoard, 'Add buy bread', ['add_task', { title: 'buy bread' }]],
  [taskBoard, 'Add the task "One"', ['add_task', { title: 'One' }]],
  [taskBoard, 'Add "it"', ['add_task', { title: 'it' }]],
  [
    taskBoard,
    'Please add a task called "Write the report"',
    ['add_task', { title: 'Write the report' }],
  ],
  [
    taskBoard,
    'Could you create a new task: Paint the fence?',
    ['add_task', { title: 'Paint the fence' }],
  ],
  [taskBoard, 'Add "Buy bread" to done', ['add_task', { title: 'Buy bread', column: 'done' }]],
  [
    taskBoard,
    'Add buy bread to the in progress column',
    ['add_task', { title: 'buy bread', column: 'in_progress' }],
  ],
  [taskBoard, 'add wash and iron the shirts', ['add_task', { title: 'wash and iron the shirts' }]],
  [
    taskBoard,
    'Add tasks "Bread", "Eggs" and "Tea"',
    ['add_task', { title: 'Bread' }],
    ['add_task', { title: 'Eggs' }],
    ['add_task', { title: 'Tea' }],
  ],
  [
    taskBoard,
    'Add the tasks bread, eggs and tea',
    ['add_task', { title: 'bread' }],
    ['add_task', { title: 'eggs' }],
    ['add_task', { title: 'tea' }],
  ],
  [
    taskBoard,
    'Add a task to my list to water the plants',
    ['add_task', { title: 'water the plants' }],
  ],
  [taskBoard, 'Move "Buy milk" to done', ['move_task', { id: 't1', column: 'done' }]],
  [
    taskBoard,
    'move the milk task to in progress',
    ['move_task', { id: 't1', column: 'in_progress' }],
  ],
  [taskBoard, 'Mark walk the dog as done', ['move_task', { id: 't2', column: 'done' }]],
  [taskBoard, 'Finish Buy milk', ['move_task', { id: 't1', column: 'done' }]],
  [taskBoard, 'Move the second task to To Do', ['move_task', { id: 't2', column: 'todo' }]],
  [
    taskBoard,
    'Move Buy milk and Walk the dog to done',
    ['move_task', { id: 't1', column: 'done' }],
    ['move_task', { id: 't2', column: 'done' }],
  ],
  [
    taskBoard,
    'Move all tasks to done',
    ['move_task', { id: 't1', column: 'done' }],
    ['move_task', { id: 't2', column: 'done' }],
    ['move_task', { id: 't3', column: 'done' }],
  ],
  [taskBoard, 'Put t3 into IN_PROGRESS', ['move_task', { id: 't3', column: 'in_progress' }]],
  [taskBoard, 'Show only the done tasks', ['filter_tasks', { column: 'done' }]],
  [taskBoard, 'Show everything', ['filter_tasks', { column: 'all' }]],
  [taskBoard, 'filter by in-progress', ['filter_tasks', { column: 'in_progress' }]],
  [taskBoard, 'Select the last task', ['select_task', { id: 't3' }]],
  [taskBoard, 'pick the dog one', ['select_task', { id: 't2' }]],
  [taskBoard, 'Delete "Walk the dog"', ['select_task', { id: 't2' }], ['delete_task', {}]],
  [
    taskBoard,
    'Select buy milk, then delete it',
    ['select_task', { id: 't1' }],
    ['delete_task', {}],
  ],
  [
    taskBoard,
    'Add Pay rent and move it to done',
    ['add_task', { title: 'Pay rent' }],
    ['move_task', { id: 't4', column: 'done' }],
  ],
  [
    taskBoard,
    'Add Pay rent; add Sleep. Show all',
    ['add_task', { title: 'Pay rent' }],
    ['add_task', { title: 'Sleep' }],
    ['filter_tasks', { column: 'all' }],
  ],

  [backOffice, 'Open order 1042', ['open_order', { orderId: 1042 }]],
  [backOffice, 'go to order #1043', ['open_order', { orderId: 1043 }]],
  [backOffice, 'Refund order 1042', ['refund_order', { orderId: 1042 }]],
  [backOffice, 'Refund $20 of order 1042', ['refund_order', { orderId: 1042, amount: 20 }]],
  [
    backOffice,
    'Refund order 1042 20 dollars because it arrived broken',
    ['refund_order', { orderId: 1042, amount: 20, reason: 'it arrived broken' }],
  ],
  [backOffice, 'Ship order 1044 with dhl', ['ship_order', { orderId: 1044, carrier: 'DHL' }]],
  [
    backOffice,
    'Ship orders 1042 and 1044 by UPS',
    ['ship_order', { orderId: 1042, carrier: 'UPS' }],
    ['ship_order', { orderId: 1044, carrier: 'UPS' }],
  ],
  [backOffice, 'Show all paid orders', ['search_orders', { status: 'paid' }]],
  [backOffice, 'find orders over 100', ['search_orders', { minTotal: 100 }]],
  [backOffice, 'find orders under 1,000 dollars', ['search_orders', { maxTotal: 1000 }]],
  [
    backOffice,
    'List the orders of customer Ada Lovelace',
    ['search_orders', { customer: 'Ada Lovelace' }],
  ],
  [backOffice, 'Search orders from Grace', ['search_orders', { customer: 'Grace' }]],
  [
    backOffice,
    'Find shipped orders and then open the first one',
    ['search_orders', { status: 'shipped' }],
    ['open_order', { orderId: 1043 }],
  ],
  [
    backOffice,
    'Find the paid orders, then ship them with FedEx',
    ['search_orders', { status: 'paid' }],
    ['ship_order', { orderId: 1042, carrier: 'FedEx' }],
    ['ship_order', { orderId: 1044, carrier: 'FedEx' }],
  ],
  [
    backOffice,
    'Add a note to order 1042 saying call back on Monday',
    ['add_order_note', { orderId: 1042, note: 'call back on Monday' }],
  ],
  [
    backOffice,
    'Add the note "fragile" to order 1043 and ship it with UPS',
    ['add_order_note', { orderId: 1043, note: 'fragile' }],
    ['ship_order', { orderId: 1043, carrier: 'UPS' }],
  ],
  [
    backOffice,
    'Email ada@example.org with the subject "Your order" and body "It is on its way."',
    ['email_customer', { to: 'ada@example.org', subject: 'Your order', body: 'It is on its way.' }],
  ],
]
