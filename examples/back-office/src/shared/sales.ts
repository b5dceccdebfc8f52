import * as z from 'zod'

export const groupings = ['week', 'month', 'product', 'category', 'country'] as const

/** A question for the sales of the last 52 weeks, or of one of these weeks. */
export const salesQuery = z.object({
  by: z.enum(groupings).describe('One row for each of these, such as per month'),
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
  /** The revenue in euros. */
  revenue: number
  orders: number
  /** The average of the four weeks before the week, if a week was given. */
  before?: number | undefined
}

export interface StockOut {
  sku: string
  product: string
  from: string
  to: string
  /** The week in which it began, such as `2026-W40`. */
  week: string
}

export interface Sales {
  by: (typeof groupings)[number]
  /** The week, such as `2026-W40`. */
  week?: string | undefined
  rows: SalesRow[]
  /** The products that were sold out in that week, or in the last 52 weeks. */
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
