import { useScope, useTool } from 'ambit/react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import * as z from 'zod'
import { forget } from './agent.ts'
import { customerQuery, orderQuery } from './api/queries.ts'
import { signOut } from './api/sign-in.ts'
import { Assistant } from './assistant.tsx'
import { Icon } from './parts/icon.tsx'
import { Mark } from './parts/mark.tsx'
import { OfflineNotice } from './parts/offline-notice.tsx'
import { Said } from './parts/said.tsx'
import { checkSaved } from './parts/unsaved.ts'
import { ExpiredDialog } from './session/expired-dialog.tsx'
import { ResetDemo } from './session/reset-demo.tsx'
import { SwitchUser } from './session/switch-user.tsx'
import { useRefundToTry } from './session/use-tries.ts'
import { useUser } from './session/user-context.ts'
import type { User } from './shared/user.ts'

const pages = {
  dashboard: '/',
  orders: '/orders',
  customers: '/customers',
  inventory: '/inventory',
  refunds: '/refunds',
  tickets: '/tickets',
} as const
const contentId = 'content'
type PageName = keyof typeof pages
const pageNames = Object.keys(pages) as PageName[]

const page = z.object({
  page: z
    .enum(pageNames)
    .describe(
      'dashboard: sales, charts, chart; orders: status, reminders, export; customers: names, cities; inventory: products, stock; refunds: taken back; tickets: closed',
    ),
})
const order = z.object({
  orderId: z
    .string()
    .regex(/^A-\d+$/, 'The id of an order is like A-20001.')
    .meta({ title: 'Order', description: 'The id of an order, such as A-20001' }),
})
const customer = z.object({
  customerId: z
    .string()
    .regex(/^C-\d+$/, 'The id of a customer is like C-1001.')
    .meta({ title: 'Customer', description: 'The id of a customer, such as C-1001' }),
})

/** The day and the user, which no page shows to a model. */
const tellNow = ({ name, role }: User) => ({
  today: new Date().toLocaleDateString('en-GB', { dateStyle: 'full' }),
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  user: `${name}, ${role}`,
})

/**
 * Shows the frame of every page: the links to the pages, their tools for the agent, and the chat.
 */
export function Shell(): ReactElement {
  const user = useUser()
  const navigate = useNavigate()
  const client = useQueryClient()
  const leave = async (): Promise<void> => {
    await forget(user)
    await signOut()
  }
  const isLoading = useRouterState({ select: (state) => state.isLoading })

  useScope({ name: 'now', label: 'Now', context: () => tellNow(user) })
  useTool({
    name: 'open_page',
    description:
      'Open a page of the back office. Tools depend on the open page: to filter or export orders, change their status or draft reminders, open the orders first; to refund an order, open that order.',
    parameters: page,
    effect: 'read',
    handler: async ({ page }) => {
      checkSaved()
      await navigate({ to: pages[page] })
      return { opened: page }
    },
  })
  useTool({
    name: 'open_order',
    description: 'Open the page of an order, with its lines, reminder and refunds.',
    parameters: order,
    effect: 'read',
    handler: async ({ orderId }) => {
      checkSaved()
      // An unknown order becomes the error of the tool, and the current page stays.
      await client.ensureQueryData(orderQuery(orderId))
      await navigate({ to: '/orders/$orderId', params: { orderId } })
      return { opened: orderId }
    },
  })
  useTool({
    name: 'open_customer',
    description: 'Open the page of a customer, with their address, note and orders.',
    parameters: customer,
    effect: 'read',
    handler: async ({ customerId }) => {
      checkSaved()
      await client.ensureQueryData(customerQuery(customerId))
      await navigate({ to: '/customers/$customerId', params: { customerId } })
      return { opened: customerId }
    },
  })

  return (
    <div className="shell" data-loading={isLoading || undefined}>
      <a className="skip" href={`#${contentId}`}>
        Skip to the page
      </a>
      <header className="side">
        <p className="brand">
          <Mark />
          <span>Roast &amp; Co.</span>
        </p>
        <nav aria-label="Back office">
          {pageNames.map((name) => (
            <Link
              key={name}
              to={pages[name]}
              activeOptions={{ exact: name === 'dashboard', includeSearch: false }}
            >
              <Icon of={name} />
              {name}
            </Link>
          ))}
        </nav>
        <div className="user">
          <span>
            <b>{user.name}</b> <small>{user.role}</small>
          </span>
          <ResetDemo />
          <button onClick={() => void leave()}>Sign out</button>
        </div>
      </header>
      <div className="content" id={contentId} tabIndex={-1}>
        <OfflineNotice />
        <Said />
        <Outlet />
      </div>
      <Assistant />
      <SwitchUser next={useRefundToTry()} />
      <ExpiredDialog />
    </div>
  )
}
