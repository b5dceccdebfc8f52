import { jsonSchema, type JsonValue } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openRequest } from '../../test/open-request.ts'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'

const card = () => page.getByRole('group', { name: /^Allow “/ })
const cardElement = () => card().element() as HTMLElement

/** Opens a card, and returns it once it is shown. */
async function openCard(rest: Parameters<typeof openRequest>[1]): Promise<HTMLElement> {
  const { agent } = await renderCopilot([])
  openRequest(agent, { args: {}, ...rest })
  await expect.element(card()).toBeVisible()
  return cardElement()
}

/** Returns the texts of the elements that a user sees of a kind. */
const textsOf = (element: Element, selector: string): readonly (string | undefined)[] =>
  [...element.querySelectorAll<HTMLElement>(selector)].map(({ innerText }) => innerText.trim())

const rowsOf = (element: Element): readonly (readonly (string | undefined)[])[] =>
  [...element.querySelectorAll('tr')].map((row) => textsOf(row, 'th, td'))

const orders = [
  { orderId: 'A-1', title: 'One', status: 'todo' },
  { orderId: 'A-2', title: 'Two', status: 'todo' },
]
const done = orders.map((row) => ({ ...row, status: 'done' }))

describe('the data of a card', () => {
  it.each<[string, JsonValue]>([
    ['a list of texts', ['A-1 One', 'A-2 Two']],
    ['a list of rows', done],
    ['a list of unlike objects', [{ a: { b: 1 } }, { c: ['x, y'] }]],
    ['an object in an object', { order: { id: 'A-1', address: { city: 'Prag' } } }],
    ['both sides of an object', { before: { a: { b: 1 } }, after: { a: { b: 2 } } }],
    ['both sides of rows', { before: orders, after: done }],
  ])('%s is not shown as JSON, as a preview or as an argument', async (_, data) => {
    const element = await openCard({ preview: data, args: { data } })
    expect(element.querySelector('[data-json]')).toBeNull()
    expect(element.innerText).not.toMatch(/[{}[\]"]/)
  })

  it('has a line for each text of a preview, and the names that `big-tables.md` promises', async () => {
    const ids = jsonSchema<Record<string, unknown>>({
      type: 'object',
      properties: { ids: { type: 'array', items: { type: 'string' } } },
    })
    const archive = tool('archive', () => 1, {
      parameters: ids,
      approval: { when: true, preview: () => ['Ada, 12 €', 'Grace, 8 €'] },
    })
    await renderCopilot([calls(call('archive', { ids: ['7', '8'] }))], {}, { tools: [archive] })
    await say('Archive them')
    await expect.element(card()).toBeVisible()
    expect(textsOf(cardElement(), 'li')).toEqual(['Ada, 12 €', 'Grace, 8 €'])
  })

  it('has a row for each flat object, and the names of its members in words', async () => {
    const element = await openCard({ preview: done })
    expect(rowsOf(element)).toEqual([
      ['Order', 'Title', 'Status'],
      ['A-1', 'One', 'done'],
      ['A-2', 'Two', 'done'],
    ])
  })

  it('has a row for each thing that changes', async () => {
    const rows = (status: string) => ['A-1', 'A-2'].map((id) => ({ id, status }))
    const element = await openCard({ preview: { before: rows('todo'), after: rows('done') } })
    expect(textsOf(element, 'thead th')).toEqual(['For', 'Status'])
    expect(textsOf(element, 'tbody th')).toEqual(['A-1', 'A-2'])
    expect(textsOf(element, 'tbody del')).toEqual(['todo', 'todo'])
    expect(textsOf(element, 'tbody ins')).toEqual(['done', 'done'])
  })

  it('shows nested arguments by the titles of their schema, and other names as they are', async () => {
    const set = {
      type: 'object',
      properties: { dueOn: { type: 'string', format: 'date' }, amount: { unit: 'EUR' } },
    }
    const element = await openCard({
      args: { set: { dueOn: '2026-11-22', amount: 5, other_id: 'x' } },
      parameters: { type: 'object', properties: { set } } as never,
    })
    expect(textsOf(element, '.ambit-members dt')).toEqual(['Due on', 'Amount', 'other_id'])
    expect(textsOf(element, '.ambit-members dd')).toEqual(['Nov 22, 2026', '€5.00', 'x'])
  })

  it('shows objects that are very deep in one another without an end of them', async () => {
    let deep: JsonValue = 'end'
    for (let depth = 0; depth < 500; depth++) deep = { a: deep }
    const element = await openCard({ args: { deep } })
    expect(element.querySelectorAll('.ambit-members')).toHaveLength(6)
  })
})
