import { useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod'

/** The filter of the refunds, and the rules of the address of their list. */
export const refundFilter = z.object({
  status: z
    .enum(['any', 'scheduled', 'paid'])
    .default('any')
    .describe('"scheduled" is not paid yet'),
})
export type RefundsAddress = z.input<typeof refundFilter>

/** Returns the filter of the list, which is in the address, and its setter. */
export function useRefundsView() {
  const { status } = useSearch({ from: '/refunds' })
  const navigate = useNavigate()
  return {
    status,
    showRefunds: (search: RefundsAddress) => navigate({ to: '/refunds', search }),
  }
}
