import { type Agent, unavailable } from 'ambit'
import { Copilot } from 'ambit/chat'
import { AgentProvider, reactRouter, useFormTools, useScope, useTool } from 'ambit/react'
import { queries, useMutationTool } from 'ambit/react/query'
import { useAgentState } from 'ambit/react/state'
import { zodResolver } from '@hookform/resolvers/zod'
import {
  QueryClient,
  QueryClientProvider,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  type ColumnDef,
  getCoreRowModel,
  getSortedRowModel,
  type RowSelectionState,
  useReactTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { createContext, type ReactElement, useContext, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  createMemoryRouter,
  NavLink,
  Outlet,
  RouterProvider,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router'
import { Bar, BarChart, XAxis, YAxis } from 'recharts'
import * as z from 'zod'

const status = z.enum(['open', 'paid', 'shipped', 'cancelled'])
export type Status = z.infer<typeof status>
export interface Order {
  id: string
  customer: string
  status: Status
  total: number
  day: number
  note: string
}

const names = ['Acme', 'Globex', 'Initech', 'Umbrella', 'Hooli', 'Stark', 'Wayne', 'Wonka']
let db: Order[] = Array.from({ length: 5000 }, (_, i) => ({
  id: `A-${i}`,
  customer: names[i % names.length] ?? '',
  status: status.options[(i * 7) % 4] ?? 'open',
  total: ((i * 37) % 900) + 10,
  day: i % 30,
  note: '',
}))
const answer = () => new Promise((resolve) => setTimeout(resolve, 60))
export const api = {
  list: async () => (await answer(), db),
  async patch(ids: readonly string[], change: Partial<Order>) {
    await answer()
    const set = new Set(ids)
    const before = db.filter(({ id }) => set.has(id))
    db = db.map((order) => (set.has(order.id) ? { ...order, ...change } : order))
    return before
  },
  async restore(orders: readonly Order[]) {
    await answer()
    const by = new Map(orders.map((order) => [order.id, order]))
    db = db.map((order) => by.get(order.id) ?? order)
  },
}
const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: () => api.list(),
  staleTime: 60_000,
})

export type Role = 'admin' | 'viewer'
const RoleContext = createContext<Role>('admin')

const columns: ColumnDef<Order>[] = [
  { accessorKey: 'id' },
  { accessorKey: 'customer' },
  { accessorKey: 'status' },
  { accessorKey: 'total' },
  { accessorKey: 'day' },
  { accessorKey: 'note' },
]
const view = z.object({
  status: status.optional(),
  customer: z.string().optional(),
  minTotal: z.number().optional(),
  sort: z.object({ id: z.enum(['id', 'customer', 'total', 'day']), desc: z.boolean() }).optional(),
})
const some = z.object({ ids: z.array(z.string()).optional(), status })
const noted = z.object({ id: z.string(), note: z.string() })
const one = z.object({ id: z.string() })

function OrdersPage() {
  'use no memo'
  const client = useQueryClient()
  const role = useContext(RoleContext)
  const { data = [] } = useQuery(ordersQuery)
  const [params, setParams] = useSearchParams()
  const shown = useMemo(() => view.parse(JSON.parse(params.get('view') ?? '{}')), [params])
  useAgentState('view', {
    schema: view,
    state: [shown, (next) => setParams({ view: JSON.stringify(next) })],
    description: 'The filter and the order of the table.',
    effect: 'read',
  })
  const [selection, setSelection] = useState<RowSelectionState>({})
  const filtered = useMemo(
    () =>
      data.filter(
        (order) =>
          (!shown.status || order.status === shown.status) &&
          (!shown.customer || order.customer === shown.customer) &&
          order.total >= (shown.minTotal ?? 0),
      ),
    [data, shown],
  )
  const sorting = useMemo(() => (shown.sort ? [shown.sort] : []), [shown])
  // oxlint-disable-next-line react/incompatible-library -- this component is not compiled
  const table = useReactTable({
    data: filtered,
    columns,
    getRowId: ({ id }) => id,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    autoResetAll: false,
    state: { rowSelection: selection, sorting },
    onRowSelectionChange: setSelection,
  })
  const { rows } = table.getRowModel()
  const selected = Object.keys(selection)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 30,
    overscan: 5,
    initialRect: { width: 800, height: 600 },
  })
  const find = (id: string) => {
    const order = data.find((order) => order.id === id)
    if (!order) throw new Error(`There is no order "${id}".`)
    return order
  }
  const first = rows.slice(0, 10).map(({ original }) => original)
  const scope = useScope({
    name: 'orders',
    label: 'Orders',
    context: () => ({ count: rows.length, selected, first }),
  })
  const idsOf = (ids?: readonly string[]) => ids ?? rows.map(({ id }) => id)
  useMutationTool({
    scope,
    client,
    name: 'set_status',
    title: ({ ids, status }) => `Set ${idsOf(ids).length} orders to ${status}`,
    description: 'Set the status of orders. Without ids, of all that the view shows.',
    parameters: some,
    enabled: () => role === 'admin' || unavailable('Only administrators change orders'),
    approval: {
      when: true,
      binds: ({ ids }) => idsOf(ids),
      preview: ({ ids, status }) =>
        idsOf(ids)
          .slice(0, 50)
          .map((id) => `${id} ${find(id).customer}: ${find(id).status} → ${status}`),
    },
    mutation: { mutationFn: ({ ids, status }) => api.patch(idsOf(ids), { status }) },
    invalidates: [ordersQuery.queryKey],
    result: { toModel: (before) => `${before.length} orders changed` },
    undo: ({ result }) => api.restore(result),
  })
  useMutationTool({
    scope,
    client,
    name: 'set_note',
    title: ({ id }) => `Set the note of ${id} ${find(id).customer}`,
    description: 'Set the note of an order.',
    parameters: noted,
    mutation: { mutationFn: ({ id, note }) => api.patch([find(id).id], { note }) },
    invalidates: [ordersQuery.queryKey],
    undo: ({ result }) => api.restore(result),
  })
  useMutationTool({
    scope,
    client,
    name: 'delete_order',
    title: ({ id }) => `Delete ${id} ${find(id).customer}, ${find(id).total}`,
    description: 'Delete an order.',
    parameters: one,
    effect: 'destructive',
    approval: { binds: ({ id }) => find(id).id },
    mutation: { mutationFn: ({ id }) => api.patch([find(id).id], { note: 'deleted' }) },
    invalidates: [ordersQuery.queryKey],
  })
  useTool({
    scope,
    name: 'export_csv',
    description: 'Give the user a CSV of the filtered orders.',
    effect: 'read',
    handler: (_, { artifact, callId }) => {
      const lines = rows.map(({ original: { id, customer, status, total } }) =>
        [id, customer, status, total].join(','),
      )
      const data = ['id,customer,status,total', ...lines].join('\n')
      artifact({ id: callId, type: 'text/csv', title: 'orders.csv', data })
      return { rows: rows.length }
    },
  })
  return (
    <main data-ambit-scope="orders">
      <h1>Orders</h1>
      <p data-testid="count">
        {rows.length} orders, {selected.length} selected
      </p>
      <div ref={scroller} data-testid="scroller" style={{ height: 600, overflow: 'auto' }}>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            const { id, customer, status, total, note } = row.original
            return (
              <div key={id} style={{ position: 'absolute', top: start, height: 30 }}>
                <input
                  type="checkbox"
                  aria-label={id}
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
                {id} {customer} <b>{status}</b> {total} <i>{note}</i>
              </div>
            )
          })}
        </div>
      </div>
    </main>
  )
}

const chart = z.object({ by: z.enum(['customer', 'status']), title: z.string() }).nullable()

function ReportsPage() {
  const { data = [] } = useQuery(ordersQuery)
  const [shown] = useAgentState('chart', {
    schema: chart,
    initial: null,
    description: 'The bar chart of totals. Null for none.',
    effect: 'read',
  })
  const sums = new Map<string, number>()
  for (const order of shown ? data : []) {
    const name = order[shown?.by ?? 'status']
    sums.set(name, (sums.get(name) ?? 0) + order.total)
  }
  const bars = [...sums].map(([name, total]) => ({ name, total }))
  useScope({
    name: 'reports',
    label: 'Reports',
    context: () => ({ bars, loaded: data.length > 0 }),
  })
  return (
    <main data-ambit-scope="reports">
      <h1>Reports</h1>
      {shown && (
        <figure aria-label={shown.title}>
          <figcaption>
            {shown.title}: {bars.length} bars
          </figcaption>
          <BarChart width={400} height={200} data={bars}>
            <XAxis dataKey="name" />
            <YAxis />
            <Bar dataKey="total" isAnimationActive={false} />
          </BarChart>
        </figure>
      )}
    </main>
  )
}

const customer = z.object({
  name: z.string().min(2, 'At least two letters.'),
  email: z.email('Not an address.'),
  credit: z.number().max(1000, 'At most 1000.'),
})

function CustomerPage() {
  const [saved, setSaved] = useState<string>()
  const form = useForm({
    resolver: zodResolver(customer),
    defaultValues: { name: '', email: '', credit: 0 },
  })
  const save = async ({ name }: z.infer<typeof customer>) => {
    await answer()
    setSaved(name)
    return { id: 'c1' }
  }
  useFormTools(form, customer, { name: 'customer', purpose: 'new customer', onSubmit: save })
  const { errors } = form.formState
  return (
    <main>
      <h1>New customer</h1>
      <form onSubmit={(event) => void form.handleSubmit(save)(event)}>
        <input aria-label="Name" {...form.register('name')} />
        <input aria-label="Email" {...form.register('email')} />
        <input
          aria-label="Credit"
          type="number"
          {...form.register('credit', { valueAsNumber: true })}
        />
        <p role="alert">
          {errors.name?.message} {errors.email?.message} {errors.credit?.message}
        </p>
        <button>Save</button>
      </form>
      {saved && <p>Saved {saved}</p>}
    </main>
  )
}

const page = z.enum(['orders', 'reports', 'customer'])

function Shell() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useAgentState('page', {
    schema: page,
    state: [page.parse(pathname.slice(1)), (next) => navigate(`/${next}`)],
    description: 'The page that is open. Each has tools of its own.',
    effect: 'read',
  })
  return (
    <>
      <nav>
        <NavLink to="/orders">Orders</NavLink> <NavLink to="/reports">Reports</NavLink>{' '}
        <NavLink to="/customer">Customer</NavLink>
      </nav>
      <Outlet />
    </>
  )
}

const client = new QueryClient()
const children = [
  { path: 'orders', Component: OrdersPage },
  { path: 'reports', Component: ReportsPage },
  { path: 'customer', Component: CustomerPage },
]
const router = createMemoryRouter([{ path: '/', Component: Shell, children }], {
  initialEntries: ['/orders'],
})
const until = [reactRouter(router), queries(client, { queryKey: ['orders'] })]

export const App = ({ agent, as }: { agent: Agent; as: Role }): ReactElement => (
  <AgentProvider agent={agent} until={until}>
    <QueryClientProvider client={client}>
      <RoleContext value={as}>
        <RouterProvider router={router} />
      </RoleContext>
    </QueryClientProvider>
    <Copilot composer={{ attachments: true }} start={{ suggestions: ['Show the open orders'] }} />
  </AgentProvider>
)
