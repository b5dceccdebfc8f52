import { expect, it } from 'vitest'
import { open } from './page.tsx'

const heavy = { id: 'A-1', text: 'heavy' }

it('context-orders: Tell the model which orders the page shows.', async () => {
  const { prompt } = await open('set_note', heavy)
  for (const part of ['A-1', 'A-2', 'fragile']) expect(prompt).toContain(part)
})

it('context-open: Tell the model the open orders, and no others.', async () => {
  const { prompt } = await open('set_note', heavy)
  expect(prompt).toContain('A-1')
  expect(prompt).not.toContain('A-2')
})

it('context-role: Tell the model if the user is an administrator, in a context with the member `isAdmin`.', async () => {
  expect((await open('set_note', heavy)).prompt).toMatch(/isAdmin\W+true/)
  expect((await open('set_note', heavy, { isAdmin: false })).prompt).toMatch(/isAdmin\W+false/)
})

it('context-untrusted: Tell the model the notes of the orders. They are texts of customers, so mark them as not to be trusted.', async () => {
  const { prompt } = await open('set_note', heavy)
  expect(prompt).toContain('fragile')
  expect(prompt).toContain('untrusted')
})
