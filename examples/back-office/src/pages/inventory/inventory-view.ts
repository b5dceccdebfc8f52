import { useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod'

/** The filter of the products, and the rules of the address of their list. */
export const productFilter = z.object({
  level: z.enum(['all', 'low']).default('all').describe('"low" shows what has to be ordered'),
  text: z.string().max(80).default('').describe('Part of a name or category'),
})
export type ProductFilter = z.infer<typeof productFilter>
export type InventoryAddress = z.input<typeof productFilter>

/** Returns the filter of the list, which is in the address, and its setter. */
export function useInventoryView() {
  const filter = productFilter.parse(useSearch({ from: '/inventory' }))
  const navigate = useNavigate()
  return {
    filter,
    showProducts: (search: InventoryAddress, replace = false) =>
      navigate({ to: '/inventory', search, replace }),
  }
}
