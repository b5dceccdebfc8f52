import { createAgent } from 'ambit'
import { AgentProvider } from 'ambit/react'
import '@ambit/testing/dom'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { describe, expect, it } from 'vitest'
import { importBlock } from './guide-code.ts'

// The tables are those of docs/guides/tables.md, as they stand there.

const orders = [
  { id: 'A', customer: 'Wonka', total: 30, salary: 9001 },
  { id: 'B', customer: 'Acme', total: 10, salary: 9003 },
  { id: 'C', customer: 'Stark', total: 20, salary: 9002 },
]

const setView = (args: object) => call('set_orders_view', args)

const select = (...ids: string[]) =>
  call('set_selected_orders', { value: ids.map((id) => ({ id })) })

type Edit = (source: string) => string

/**
 * What makes the block of TanStack Table one for a version, as the guide says. Version 9 has another
 * name in this folder, because `rebuilt/` uses 8.
 */
const versions: [version: string, toVersion: Edit][] = [
  ['9', (source) => source.replace("'@tanstack/react-table'", "'@tanstack/react-table-9'")],
  [
    '8',
    (source) =>
      source.replace(/^const { rowSorting[^]*?^}\)\n/m, '').replace(
        /useTable\({\s*features,/,
        `useReactTable({
            getCoreRowModel: table.getCoreRowModel(),
            getSortedRowModel: table.getSortedRowModel(),
            getFilteredRowModel: table.getFilteredRowModel(),`,
      ),
  ],
]

/** Shows a table, and lets an agent play a script in it. */
async function play([file, edit]: [file: string, edit?: Edit], ...replies: Reply[]) {
  const { Orders } = await importBlock<{ Orders: ComponentType<{ orders: typeof orders }> }>(
    'tables',
    file,
    edit,
  )
  const model = scriptedModel([...replies, 'Done.'])
  const agent = createAgent({ model })
  render(
    <AgentProvider agent={agent}>
      <Orders orders={orders} />
    </AgentProvider>,
  )
  const { runId, messages } = await act(() => agent.chat('Show me'))
  const answers = messages.filter(({ role }) => role === 'tool')
  const lastPrompt = JSON.stringify(model.requests.at(-1)?.prompt)
  const undo = () => act(() => agent.undo(runId))
  return { answers, lastPrompt, undo }
}

/** Returns the customers whose rows are shown, and whether they are checked, from top to bottom. */
const boxes = (): [string, boolean][] =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .map((box) => [box.labels?.[0]?.textContent ?? '', box.checked])

describe.each(versions)('a TanStack Table of version %s', (_, toVersion) => {
  const tanstack: [string, Edit] = ['tanstack.tsx', toVersion]

  it('goes on with what the user sorted by a column that the agent may not', async () => {
    const { answers } = await play(
      tanstack,
      () => {
        act(() => void fireEvent.click(screen.getByText('Salary')))
        return calls(select('C'))
      },
      calls(setView({ columnFilters: [{ id: 'customer', value: 'k' }] })),
      calls(setView({ sorting: [{ id: 'total', desc: false }] })),
    )
    expect(answers).toMatchObject([{ status: 'ok' }, { status: 'invalid' }, { status: 'ok' }])
    expect(boxes()).toEqual([
      ['Acme', false],
      ['Stark', true],
      ['Wonka', false],
    ])
  })

  it('is sorted, filtered and selected by ids', async () => {
    const { answers, lastPrompt } = await play(
      tanstack,
      calls(
        setView({
          sorting: [{ id: 'total', desc: true }],
          columnFilters: [{ id: 'customer', value: 'k' }],
        }),
      ),
      calls(select('C')),
      calls(select('Z')),
      calls(setView({ sorting: [{ id: 'salary', desc: true }] })),
    )
    expect(boxes()).toEqual([
      ['Wonka', false],
      ['Stark', true],
    ])
    expect(answers).toMatchObject([
      { status: 'ok' },
      { status: 'ok' },
      { status: 'error', content: expect.stringContaining('There is no order Z.') },
      { status: 'invalid' },
    ])
    expect(lastPrompt).toMatch(/count\W+2\b/)
    expect(lastPrompt).not.toMatch(/900\d/)
  })

  it('gets back what the agent selected, and keeps what the user selected since', async () => {
    const { undo } = await play(
      tanstack,
      calls(select('A'), setView({ sorting: [{ id: 'customer', desc: false }] })),
    )
    expect(boxes()).toEqual([
      ['Acme', false],
      ['Stark', false],
      ['Wonka', true],
    ])
    act(() => void fireEvent.click(screen.getByLabelText('Stark')))
    await undo()
    expect(boxes()).toEqual([
      ['Wonka', false],
      ['Acme', false],
      ['Stark', true],
    ])
  })
})

/** Returns the customers that the table of Ant Design shows, and whether their rows are checked. */
const rows = (): [string, boolean][] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [
      row.querySelectorAll('td')[1]?.textContent ?? '',
      row.querySelector('input')?.checked ?? false,
    ])

describe('a Table of Ant Design', () => {
  it('is sorted and selected by ids, with an undo beside the user', async () => {
    const { undo } = await play(
      ['antd.tsx'],
      calls(setView({ order: 'ascend', selected: [{ id: 'A' }] })),
    )
    expect(rows()).toEqual([
      ['Acme', false],
      ['Stark', false],
      ['Wonka', true],
    ])
    act(() => void fireEvent.click(screen.getAllByRole('checkbox')[2] as HTMLElement))
    expect(rows()).toEqual([
      ['Acme', false],
      ['Stark', true],
      ['Wonka', true],
    ])
    await undo()
    expect(rows()).toEqual([
      ['Wonka', false],
      ['Acme', false],
      ['Stark', true],
    ])
  })

  it('tells the model of what the user sorted', async () => {
    const { lastPrompt } = await play(['antd.tsx'], () => {
      act(() => void fireEvent.click(screen.getByText('Customer')))
      return calls(setView({ selected: [{ id: 'B' }] }))
    })
    expect(rows()).toEqual([
      ['Acme', true],
      ['Stark', false],
      ['Wonka', false],
    ])
    expect(lastPrompt).toMatch(/order\W+ascend/)
  })
})
