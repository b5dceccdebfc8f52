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
  { id: 'A', customer: 'Wonka', total: 30, salary: 999 },
  { id: 'B', customer: 'Acme', total: 10, salary: 999 },
  { id: 'C', customer: 'Stark', total: 20, salary: 999 },
]

const setView = (args: object) => call('set_orders_view', args)

/** Shows a table, and lets an agent play a script in it. */
async function play(file: string, ...replies: Reply[]) {
  const { Orders } = await importBlock<{ Orders: ComponentType<{ orders: typeof orders }> }>(
    'tables',
    file,
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

/** Returns what the boxes of the rows are named and whether they are checked, from top to bottom. */
const boxes = (): [string, boolean][] =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .map((box) => [box.getAttribute('aria-label') ?? '', box.checked])

describe('a TanStack Table', () => {
  it('is sorted, filtered and selected by ids', async () => {
    const { answers, lastPrompt } = await play(
      'tanstack.tsx',
      calls(
        setView({
          sorting: [{ id: 'total', desc: true }],
          columnFilters: [{ id: 'customer', value: 'k' }],
        }),
      ),
      calls(setView({ selected: [{ id: 'C' }] })),
      calls(setView({ selected: [{ id: 'Z' }] })),
      calls(setView({ sorting: [{ id: 'salary', desc: true }] })),
    )
    expect(boxes()).toEqual([
      ['A', false],
      ['C', true],
    ])
    expect(answers).toMatchObject([
      { status: 'ok' },
      { status: 'ok' },
      { status: 'error', content: expect.stringContaining('There is no order Z.') },
      { status: 'invalid' },
    ])
    expect(lastPrompt).toMatch(/total\W+2\b/)
  })

  it('gets back what the agent selected, and keeps what the user selected since', async () => {
    const { undo } = await play(
      'tanstack.tsx',
      calls(setView({ selected: [{ id: 'A' }], sorting: [{ id: 'customer', desc: false }] })),
    )
    expect(boxes()).toEqual([
      ['B', false],
      ['C', false],
      ['A', true],
    ])
    act(() => void fireEvent.click(screen.getByLabelText('C')))
    await undo()
    expect(boxes()).toEqual([
      ['A', false],
      ['B', false],
      ['C', true],
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
      'antd.tsx',
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
    const { lastPrompt } = await play('antd.tsx', () => {
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
