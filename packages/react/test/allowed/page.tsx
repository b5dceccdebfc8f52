import type { Agent, ToolContext } from '@ambit/core'
import { type ReactElement, useLayoutEffect, useState } from 'react'
import * as z from 'zod'
import { AgentProvider } from '../../src/agent/agent-provider.tsx'
import { AgentScope } from '../../src/tools/use-scope.tsx'
import { useTool } from '../../src/tools/use-tool.ts'

/** One row of the page's list. */
export interface PageRow {
  readonly id: string
  readonly customer: string
}

/** Everything that the page shows. */
export interface PageData {
  /** The customer that the page is open for. */
  readonly customer: string
  readonly version: number
  readonly rows: readonly PageRow[]
  /** The number of mounts of the page and of the list. Another number makes them anew. */
  readonly mounts: { readonly page: number; readonly list: number }
  /** True if another component has the tool `wipe`. */
  readonly isOther: boolean
  readonly description: string
}

/** A handler that ran: what it acted on, in the words that a user was shown. */
export interface HandlerRun {
  readonly tool: ToolName
  readonly callId: string
  readonly sessionId: string
  readonly did: string
  /** The key that a remembered approval of such a call is for. */
  readonly key: string | undefined
}

export const toolNames = [
  'wipe',
  'drop',
  'bound',
  'row',
  'bound_row',
  'keep',
  'transfer',
  'pay',
  'note',
] as const
export type ToolName = (typeof toolNames)[number]

/** Tells what a handler did. */
export type Tell = (tool: ToolName, did: string, ctx: ToolContext, key?: string) => void

const payment = z.object({
  to: z.string(),
  amount: z.number().default(5),
  options: z.object({ isUrgent: z.boolean().default(true) }).optional(),
})

const transfer = z.object({ to: z.string() })

/** Returns the words of the page about what a tool that has no preview would act on. */
export const wordsOf = {
  bound: ({ customer, version }: PageData): string => `Binds ${customer} ${version}`,
  bound_row: ({ rows }: PageData, id: unknown): string =>
    `Binds row ${rows.find((row) => row.id === id)?.customer}`,
}

interface ToolProps {
  readonly data: PageData
  readonly tell: Tell
}

/** The options of `renderPage`. */
export interface PageProps extends ToolProps {
  readonly agent: Agent
  /** Takes note that React has put the data on the screen. */
  readonly onCommit: (data: PageData) => void
}

/** Registers the tools of the page, all of which close over what it shows. */
function Tools({ data, tell }: ToolProps): ReactElement {
  const { customer, version, description } = data
  // The same function in each render: it acts on nothing but its arguments.
  const [pay] = useState(
    () => (args: z.output<typeof payment>, ctx: ToolContext) =>
      tell('pay', JSON.stringify(payment.parse(args)), ctx),
  )
  useTool({
    name: 'bound',
    description: 'Deletes the customer.',
    effect: 'destructive',
    approval: { binds: () => [customer, version] },
    handler: (_, ctx) => tell('bound', wordsOf.bound(data), ctx),
  })
  useTool({
    name: 'drop',
    description: 'Drops the customer.',
    effect: 'destructive',
    approval: {
      preview: async () => {
        await Promise.resolve()
        return `Drops ${customer}`
      }, // What answers later is not asked at the last moment.
      binds: () => customer,
    },
    handler: (_, ctx) => tell('drop', `Drops ${customer}`, ctx),
  })
  useTool({
    name: 'keep',
    description,
    approval: { when: true, preview: () => `Keeps ${customer}` },
    handler: (_, ctx) => tell('keep', `Keeps ${customer}`, ctx),
  })
  useTool({
    name: 'pay',
    description: 'Pays.',
    effect: 'destructive',
    parameters: payment,
    handler: pay,
  })
  useTool({
    name: 'transfer',
    description,
    effect: 'egress',
    approval: { when: true, remember: ({ to }) => to, binds: () => [] },
    parameters: transfer,
    handler: ({ to }, ctx) => tell('transfer', `Transfers to ${to}`, ctx, to),
  })
  useTool({
    name: 'note',
    description: 'Writes a note.',
    handler: (_, ctx) => tell('note', `Notes ${customer}`, ctx),
  })
  return <b>{customer}</b>
}

function Wipe({ data: { customer }, tell }: ToolProps): ReactElement {
  useTool({
    name: 'wipe',
    description: 'Wipes the customer.',
    effect: 'destructive',
    approval: { preview: () => `Wipes ${customer}` },
    handler: (_, ctx) => tell('wipe', `Wipes ${customer}`, ctx),
  })
  return <i>Wipe</i>
}

function OtherWipe({ data: { customer }, tell }: ToolProps): ReactElement {
  useTool({
    name: 'wipe',
    description: 'Wipes the customer.',
    effect: 'destructive',
    approval: { preview: () => `Burns ${customer}` },
    handler: (_, ctx) => tell('wipe', `Burns ${customer}`, ctx),
  })
  return <i>Burn</i>
}

function Row({ row, data, tell }: ToolProps & { readonly row: PageRow }): ReactElement {
  const { id, customer } = row
  const subject = { id, label: `Row ${id}` }
  useTool({
    name: 'row',
    description: 'Deletes a row.',
    subject,
    effect: 'destructive',
    approval: { preview: () => `Deletes ${customer}` },
    handler: (_, ctx) => tell('row', `Deletes ${customer}`, ctx),
  })
  useTool({
    name: 'bound_row',
    description: 'Removes a row.',
    subject,
    effect: 'destructive',
    approval: { binds: () => customer },
    handler: (_, ctx) => tell('bound_row', wordsOf.bound_row(data, id), ctx),
  })
  return <li>{customer}</li>
}

function Screen({ data, onCommit }: Pick<PageProps, 'data' | 'onCommit'>): undefined {
  useLayoutEffect(() => onCommit(data))
}

/** Renders the page. */
export function renderPage({ agent, data, tell, onCommit }: PageProps): ReactElement {
  const { mounts, isOther, rows } = data
  return (
    <AgentProvider agent={agent}>
      <Screen {...{ data, onCommit }} />
      <AgentScope name="page">
        <Tools key={mounts.page} {...{ data, tell }} />
        {isOther ? <OtherWipe {...{ data, tell }} /> : <Wipe {...{ data, tell }} />}
      </AgentScope>
      <ul key={`list ${mounts.list}`}>
        {rows.map((row) => (
          <Row key={row.id} {...{ row, data, tell }} />
        ))}
      </ul>
    </AgentProvider>
  )
}
