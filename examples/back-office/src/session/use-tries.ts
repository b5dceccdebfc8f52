import { useMessages } from 'ambit/react'
import type { useSuggestions } from 'ambit/chat'
import { useQuery } from '@tanstack/react-query'
import { ordersQuery } from '../api/queries.ts'
import { everyOrder } from '../shared/order.ts'
import { mayChange } from '../shared/user.ts'
import { useUser } from './user-context.ts'

export type Suggestions = Parameters<typeof useSuggestions>[0]

const large = { ...everyOrder, payment: 'paid', minTotal: 100, placed: 'last 90 days' } as const

/** Returns the refund to ask for from any page; undefined until the orders are there. */
export function useRefundToTry(): string | undefined {
  const { data } = useQuery(ordersQuery(large, 1))
  const order = data?.orders.find(({ status }) => status !== 'cancelled')
  return order && `Open order ${order.id} and refund 5 euros because the package was damaged`
}

/** Returns three things to try in an empty chat, from any page; none in a conversation. */
export function useTries(): Suggestions {
  const user = useUser()
  const hasBegun = useMessages().ids.length > 0
  const refund = useRefundToTry()
  if (hasBegun || refund === undefined) return []
  if (mayChange(user))
    return [
      {
        label: '1 Let it work: a chart, a filter, reminders',
        message:
          'Show a chart of sales by country, then open the orders page, show the unpaid orders over 500 from last month and draft reminders for them',
      },
      { label: '2 Be asked, then undo: a refund', message: refund },
      { label: '3 Sign in as Vic, and see why not', message: 'Sign in as Vic' },
    ]
  return [
    {
      label: '1 Let it look: a filter',
      message: 'Open the orders page and show the unpaid orders over 500 from last month',
    },
    { label: '2 See why not: a refund', message: refund },
    { label: '3 Sign in as Mia, and be asked', message: 'Sign in as Mia' },
  ]
}
