import { create } from 'zustand'
import * as z from 'zod'

export const productFilter = z.object({
  level: z.enum(['all', 'low']).default('all').describe('"low" shows what has to be ordered'),
  text: z.string().max(80).default('').describe('Part of a name or category'),
})
export type ProductFilter = z.infer<typeof productFilter>

export const useInventoryView = create<ProductFilter>(() => ({ level: 'all', text: '' }))
