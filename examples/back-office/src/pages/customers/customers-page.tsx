import { useTool } from 'ambit/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { customersQuery } from '../../api/queries.ts'
import { euros } from '../../parts/euros.ts'
import { Filters, filtersId } from '../../parts/filters.tsx'
import { ListState } from '../../parts/list-state.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useOffers } from '../../session/use-offers.ts'
import type { Customer } from '../../shared/customer.ts'
import { customersFilter, useCustomersView } from './customers-view.ts'

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
  const { text, page, searchCustomers, turnToPage } = useCustomersView()
  const query = useQuery(customersQuery(text, page))
  const { customers = [], count = 0, pages = 1 } = query.data ?? {}
  useOffers({
    greeting: query.data
      ? `${count} ${count === 1 ? 'customer is' : 'customers are'} listed.`
      : 'the customers are on their way.',
    look: [
      'Customers from Italy',
      { label: 'Unpaid orders', message: 'Open the orders page and show the unpaid orders' },
    ],
  })
  return (
    <Page
      title="Customers"
      scope="customers"
      context={() =>
        query.data ? { text, count, page, pages, customers } : { text, customers: 'not loaded' }
      }
    >
      <SearchTool />
      <Filters>
        <SearchField
          aria-label="Search customers"
          placeholder="Name, city, country or id"
          value={text}
          onChange={(text) => void searchCustomers(text, true)}
        />
        {text !== '' && <button onClick={() => void searchCustomers('')}>Clear</button>}
      </Filters>
      <p className="quiet" role="status">
        {query.data && `${count} customers`}
      </p>
      <ListState label="customers" query={query}>
        <Table
          label="Customers"
          columns={columns}
          rows={customers}
          idOf={({ id }) => id}
          empty="No customer fits."
        />
      </ListState>
      <Pager page={page} pages={pages} onPage={(page) => void turnToPage(page)} />
    </Page>
  )
}

function SearchTool(): null {
  const client = useQueryClient()
  const { searchCustomers } = useCustomersView()
  useTool({
    name: 'search_customers',
    description: 'Show only the customers that fit a text, or all of them.',
    parameters: customersFilter,
    effect: 'read',
    handler: async ({ text }, ctx) => {
      await searchCustomers(text)
      ctx.touched(filtersId)
      const { count, customers } = await client.fetchQuery(customersQuery(text, 1))
      return { count, customers }
    },
  })
  return null
}
