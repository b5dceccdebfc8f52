import { ModelError } from 'ambit'
import { call, calls, type Reply } from '@ambit/testing'
import { hostile } from './hostile.ts'
import { pixel } from './scopes.ts'

const answer = `Two orders are **unpaid**. The older one is from *last week*; see [the invoice](https://shop.example/invoices/17).

### What I would do

1. Remind the customer with \`send_mail\`
2. Wait three days
   - [x] checked the address
   - [ ] called

| Order | Customer | Total | Due | Status |
| ---: | :-- | --: | :-: | --- |
| 17 | Ada Lovelace | 20.00 € | 14 Nov | unpaid |
| 21 | Grace Hopper | 1,250.00 € | 20 Nov | unpaid, reminded twice |

> Payment is due within 14 days.

\`\`\`ts
const unpaid = orders.filter((order) => !order.paid && order.due < new Date('2026-11-22'))
console.log(unpaid.length)
\`\`\``

const image = { type: 'file', mediaType: 'image/png', data: { type: 'data', data: pixel } } as const
const pdf = { ...image, mediaType: 'application/pdf' } as const
const source = (id: string, title: string, url: string) =>
  ({ type: 'source', sourceType: 'url', id, title, url }) as const

const refund = call('refund_order', {
  order: 17,
  to: 'Ada Lovelace',
  reason: 'damaged',
  notify: true,
  lines: [{ article: 'lamp', count: 2 }],
})

const next = '- Remind Ada\n- Show order 21'

/** The replies of the model in each situation, one for each request. */
export const scenarios: Readonly<Record<string, readonly Reply[]>> = {
  empty: [],
  conversation: [
    {
      reasoning: 'The user wants to know which orders are unpaid. I look them up first.',
      text: 'Let me look.',
      calls: [call('find_orders', { paid: false, customer: 'any' }), call('mark_paid', { id: 17 })],
    },
    calls(call('send_mail', { to: 'ada@example.com', subject: 'Order 17' })),
    {
      parts: [
        source('1', 'Terms of payment', 'https://shop.example/terms'),
        source('2', 'A script', 'javascript:alert(1)'),
        image,
        pdf,
      ],
      text: answer,
    },
    () => (navigator.onLine ? next : { refuse: new TypeError('Failed to fetch') }),
    next,
  ],
  report: [
    calls(call('write_report')),
    {
      parts: [
        source('1', 'Terms of payment', 'https://shop.example/terms'),
        source('2', 'A script', 'javascript:alert(1)'),
      ],
      text: 'The report is ready. Payment is due within 14 days [1], as the script says [2].',
    },
  ],
  running: [calls(call('find_orders', {}), call('export_orders'), call('mark_paid', { id: 21 }))],
  streaming: [{ reasoning: 'First the orders, then…', text: `${answer}\n\nAnd so`, hang: true }],
  approval: [calls(refund), 'As you wish.'],
  approvals: [calls(refund, call('refund_order', { order: 21 })), 'As you wish.'],
  ask: [calls(call('book_courier')), 'It is booked.'],
  error: [
    {
      refuse: new ModelError('The model "openai/gpt-9" is not one of those the proxy allows.', {
        kind: 'model_not_allowed',
        isRetryable: false,
      }),
    },
    'Back again.',
  ],
  refusedFile: [
    {
      refuse: new ModelError('The provider refused the request as it is.', {
        kind: 'upstream_rejected',
        isRetryable: false,
        status: 400,
      }),
    },
    'Hello!',
  ],
  hostile: [hostile],
}
