import { ScopeProvider, useTool } from '@ambit/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import * as z from 'zod'
import { customersQuery } from '../../api/queries.ts'
import { euros } from '../../parts/euros.ts'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { searchCustomers, useCustomersView } from './customers-view.ts'

const search = z.object({
  text: z.string().max(80).default('').describe('Part of a name, a city or an id'),
})

export function CustomersPage(): ReactElement {
  const { text, page } = useCustomersView()
  const { data, error, refetch } = useQuery(customersQuery(text, page))
  const { customers = [], count = 0, pages = 1 } = data ?? {}
  return (
    <ScopeProvider
      name="customers"
      label="Customers"
      context={() => ({ text, count, page, pages, customers })}
    >
      <Page title="Customers" scope="customers">
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
        <div className="table-box">
          <table aria-label="Customers">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className="wide">
                  Email
                </th>
                <th scope="col">City</th>
                <th scope="col" className="number wide">
                  Orders
                </th>
                <th scope="col" className="number">
                  Revenue
                </th>
              </tr>
            </thead>
            <tbody>
              {customers.map(({ id, name, email, city, country, orders, revenue }) => (
                <tr key={id}>
                  <th scope="row">
                    <Link to="/customers/$customerId" params={{ customerId: id }}>
                      {name}
                    </Link>
                  </th>
                  <td className="wide">{email}</td>
                  <td>
                    {city}, {country}
                  </td>
                  <td className="number wide">{orders}</td>
                  <td className="number">{euros(revenue)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Pager page={page} pages={pages} onPage={(page) => useCustomersView.setState({ page })} />
      </Page>
    </ScopeProvider>
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
