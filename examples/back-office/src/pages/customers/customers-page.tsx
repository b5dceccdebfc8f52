import { useTool } from '@ambit/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import * as z from 'zod'
import { create } from 'zustand'
import { customersQuery } from '../../api/queries.ts'
import { euros } from '../../parts/euros.ts'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import type { Customer } from '../../shared/customer.ts'

const useCustomersView = create(() => ({ text: '', page: 1 }))

const searchCustomers = (text: string): void => useCustomersView.setState({ text, page: 1 })

const search = z.object({
  text: z.string().max(80).default('').describe('Part of a name, a city or an id'),
})

const columns: readonly Column<Customer>[] = [
  {
    title: 'Name',
    cell: ({ id, name }) => (
      <Link to="/customers/$customerId" params={{ customerId: id }}>
        {name}
      </Link>
    ),
  },
  { title: 'Email', className: 'wide', cell: ({ email }) => email },
  { title: 'City', cell: ({ city, country }) => `${city}, ${country}` },
  { title: 'Orders', className: 'number wide', cell: ({ orders }) => orders },
  { title: 'Revenue', className: 'number', cell: ({ revenue }) => euros(revenue) },
]

export function CustomersPage(): ReactElement {
  const { text, page } = useCustomersView()
  const { data, error, refetch } = useQuery(customersQuery(text, page))
  const { customers = [], count = 0, pages = 1 } = data ?? {}
  return (
    <Page
      title="Customers"
      scope="customers"
      context={() => ({ text, count, page, pages, customers })}
    >
      <SearchTool />
      <search className="row filters">
        <input
          type="search"
          aria-label="Search customers"
          placeholder="Name, city or id"
          value={text}
          onChange={(event) => searchCustomers(event.target.value)}
        />
      </search>
      <p className="quiet" role="status">
        {count} customers
      </p>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <Table label="Customers" columns={columns} rows={customers} idOf={({ id }) => id} />
      <Pager page={page} pages={pages} onPage={(page) => useCustomersView.setState({ page })} />
    </Page>
  )
}

function SearchTool(): null {
  const client = useQueryClient()
  useTool({
    name: 'search_customers',
    description: 'Show only the customers that fit a text, or all of them.',
    parameters: search,
    effect: 'read',
    handler: async ({ text }) => {
      searchCustomers(text)
      const { count, customers } = await client.fetchQuery(customersQuery(text, 1))
      return { count, customers }
    },
  })
  return null
}
