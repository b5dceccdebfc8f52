import { useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod'
import { pageNumber } from '../page-number.ts'

export const customersFilter = z.object({
  text: z.string().max(80).default('').describe('Part of a name, a city or an id, or a country'),
})

/** The rules of the address of the list of customers. */
export const customersAddress = customersFilter.extend({ page: pageNumber })
export type CustomersAddress = z.input<typeof customersAddress>

/** Returns the search and the page of the list, which are in the address, and their setters. */
export function useCustomersView() {
  const { text, page } = useSearch({ from: '/customers' })
  const navigate = useNavigate()
  return {
    text,
    page,
    searchCustomers: (text: string, replace = false) =>
      navigate({ to: '/customers', search: { text }, replace }),
    turnToPage: (page: number) => navigate({ to: '/customers', search: { text, page } }),
  }
}
