import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { type Agent, createAgent } from 'ambit'
import 'ambit/chat/styles.css'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { App as CanvasApp, canvas, useCanvas } from './rebuilt/canvas.tsx'
import { api, App as OrdersApp } from './rebuilt/orders.tsx'

const say = async (text: string): Promise<void> => {
  const open = page.getByRole('button', { name: 'Open assistant' })
  if (open.elements().length > 0) await open.click()
  await userEvent.fill(page.getByRole('textbox', { name: /message/i }), text)
  await userEvent.keyboard('{Enter}')
}

const answersOf = ({ history }: Agent): unknown[] =>
  history.messages.flatMap((message) => (message.role === 'tool' ? [message.status] : []))

const count = () => page.getByTestId('count')

function orders(...replies: Reply[]): Agent {
  return createAgent({ name: 'orders', model: scriptedModel(replies) })
}

const few = call('set_view', {
  status: 'open',
  customer: 'Acme',
  minTotal: 905,
  sort: { id: 'total', desc: true },
})

describe('the application of orders', () => {
  it('filters, changes what is shown after a question, and takes it back', async () => {
    const agent = orders(calls(few, call('set_status', { status: 'cancelled' })), 'I did.')
    await render(<OrdersApp agent={agent} as="admin" />)
    await expect.element(count()).toMatchTextContent(/^5000 orders/)
    await say('Cancel the big open orders of Acme')
    await expect.element(page.getByText(/^Set \d+ orders to cancelled/).first()).toBeVisible()
    const shown = Number(count().element().textContent.split(' ')[0])
    expect(shown).toBeGreaterThan(1)
    expect(shown).toBeLessThan(9)
    await page.getByRole('button', { name: 'Allow once' }).click()
    await expect.element(page.getByText('I did.')).toBeVisible()
    expect(answersOf(agent)).toEqual(['ok', 'ok'])
    await expect.element(count()).toMatchTextContent(/^0 orders/)
    await page.getByRole('button', { name: 'Undo all' }).click()
    await expect.element(count()).toMatchTextContent(/^5000 orders/)
    expect((await api.list()).filter(({ status }) => status === 'cancelled')).toHaveLength(1250)
  })

  it('goes through its pages, and reaches rows out of view', async () => {
    const agent = orders(
      calls(
        call('set_note', { id: 'A-4000', note: 'far' }),
        call('set_note', { id: 'A-9999', note: 'none' }),
        call('set_page', { value: 'reports' }),
        call('set_chart', { value: { by: 'status', title: 'By status' } }),
      ),
      'Here it is.',
      calls(
        call('set_page', { value: 'customer' }),
        call('fill_customer', { name: 'Ada', email: 'ada', credit: 5 }),
        call('correct_customer', { email: 'ada@example.org' }),
        call('submit_customer'),
        call('set_page', { value: 'orders' }),
      ),
      'Done.',
    )
    await render(<OrdersApp agent={agent} as="admin" />)
    await agent.chat('Note and report')
    await expect.element(page.getByText('By status: 4 bars')).toBeVisible()
    await agent.chat('Add Ada')
    expect(answersOf(agent)).toEqual(['ok', 'error', ...Array.from({ length: 7 }, () => 'ok')])
    expect((await api.list()).filter(({ note }) => note)).toMatchObject([{ id: 'A-4000' }])
    await expect.element(count()).toMatchTextContent(/^5000 orders/)
  })

  it('changes no order for a viewer', async () => {
    const agent = orders(calls(call('set_status', { ids: ['A-1'], status: 'paid' })), 'I may not.')
    await render(<OrdersApp agent={agent} as="viewer" />)
    await agent.chat('Pay A-1')
    expect(answersOf(agent)).toEqual(['disabled'])
  })
})

describe('the application of a canvas', () => {
  beforeEach(() => useCanvas.setState(useCanvas.getInitialState()))

  it('adds twenty connected nodes, and takes them back while the user has moved others', async () => {
    const numbers = Array.from({ length: 20 }, (_, at) => at)
    const model = scriptedModel([
      calls(
        ...numbers.map((at) =>
          call('add_node', { id: `x${at}`, title: `X ${at}`, x: at, y: -200 }),
        ),
        ...numbers
          .slice(1)
          .map((at) => call('connect_nodes', { from: `x${at - 1}`, to: `x${at}` })),
        call('rename_node', { id: 'n200', title: 'Two hundred' }),
        call('rename_node', { id: 'y', title: 'None' }),
      ),
      'Added.',
    ])
    const agent = createAgent({ name: 'canvas', model, scopes: [canvas] })
    await render(<CanvasApp agent={agent} />)
    await expect.element(page.getByText('Node 299')).toBeInTheDocument()
    await say('Add twenty')
    await expect.element(page.getByText('Added.')).toBeVisible()
    expect(answersOf(agent).filter((status) => status !== 'ok')).toEqual(['invalid'])
    await expect.element(page.getByText('Two hundred')).toBeInTheDocument()
    expect(useCanvas.getState()).toMatchObject({ nodes: { length: 320 }, edges: { length: 19 } })
    useCanvas.setState(({ nodes }) => ({
      nodes: nodes.map((node) =>
        node.id === 'n0' ? { ...node, position: { x: -9, y: -9 } } : node,
      ),
    }))
    await page.getByRole('button', { name: 'Undo all' }).click()
    await expect.poll(() => useCanvas.getState().nodes.length).toBe(300)
    expect(useCanvas.getState()).toMatchObject({ edges: [], nodes: { 0: { position: { x: -9 } } } })
    await expect.element(page.getByText('Node 200')).toBeInTheDocument()
  })
})

const texts = import.meta.glob<string>(['./rebuilt/**', '../decisions/0095-*.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const textOf = (end: string): string =>
  Object.entries(texts).find(([path]) => path.endsWith(end))?.[1] ?? ''

/** Counts the lines of a source that are neither empty nor of an import. */
const countLines = (source: string): number =>
  source
    .replaceAll(/^import (?:[^;]*? from )?'[^']*'\n/gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '').length

describe('the decision on them', () => {
  it.each([
    ['orders', 'orders'],
    ['a canvas', 'canvas'],
  ])('has the numbers of lines of %s, which are fewer', (name, file) => {
    const was = countLines(textOf(`before/${file}.txt`))
    const is = countLines(textOf(`rebuilt/${file}.tsx`))
    expect(is).toBeGreaterThan(0)
    expect(is).toBeLessThan(was)
    expect(textOf('.md')).toContain(`| ${name} | ${was} | ${is} |`)
  })
})
