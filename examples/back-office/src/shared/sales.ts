import * as z from 'zod'

export const groupings = ['week', 'month', 'product', 'category', 'country'] as const

/** Sales of the last 52 weeks, or of one of them. */
export const salesQuery = z.object({
  by: z.enum(groupings).describe('One row for each of these'),
  week: z
    .number()
    .int()
    .min(1)
    .max(53)
    .optional()
    .describe('Only this calendar week (ISO), with the average of the four before'),
})
export type SalesQuery = z.infer<typeof salesQuery>

export interface SalesRow {
  key: string
  /** In euros. */
  revenue: number
  orders: number
  /** Where a week was asked for: the average of the four weeks before it. */
  before?: number | undefined
}

export interface StockOut {
  sku: string
  product: string
  from: string
  to: string
}

export interface Sales {
  by: (typeof groupings)[number]
  /** Such as `2026-W40`. */
  week?: string | undefined
  rows: SalesRow[]
  /** What could not be sold in that week, because there was none. */
  stockOuts?: StockOut[] | undefined
}

export interface Overview {
  revenueThisMonth: number
  revenueLastMonth: number
  openOrders: number
  unpaid: number
  unpaidOrders: number
  lowStock: number
  scheduledRefunds: number
}
