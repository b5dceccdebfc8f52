import * as z from 'zod'

/**
 * The fields of a customer that can be changed. The form, the API and the agent share these rules
 * and their messages.
 */
export const customerFields = z.object({
  name: z.string().trim().min(2, 'A name has two letters or more.').max(80),
  email: z.email('Write an address like ada@example.com.'),
  city: z.string().trim().min(1, 'Say the city.').max(80),
  country: z.string().regex(/^[A-Z]{2}$/, 'Two capital letters, such as DE.'),
})
export type CustomerFields = z.infer<typeof customerFields>

export interface Customer extends CustomerFields {
  id: string
  since: string
  orders: number
  revenue: number
}

export interface CustomerDetails extends Customer {
  /** The note about the customer. Anybody may have written it, so it is not trusted. */
  note: string
}

export interface CustomerPage {
  customers: Customer[]
  count: number
  page: number
  pages: number
}
