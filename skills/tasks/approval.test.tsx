import { expect, it } from 'vitest'
import { before, open } from './page.tsx'

const heavy = { id: 'A-1', text: 'heavy' }

it('approval-note: Ask the user before every `set_note`.', async () => {
  const denied = await open('set_note', heavy, { allow: false })
  expect([denied.status, denied.list()]).toEqual(['denied', before])
  expect((await open('set_note', heavy)).list()).toBe('A-1 open heavy;A-2 paid;')
})

it('approval-delete: Add a tool `delete_order` that deletes the order with an `id` for good, and asks.', async () => {
  const denied = await open('delete_order', { id: 'A-1' }, { allow: false })
  expect([denied.status, denied.list()]).toEqual(['denied', before])
  expect((await open('delete_order', { id: 'A-1' })).list()).toBe('A-2 paid;')
})

it('approval-preview: Ask before every `set_note`, and show the user `{ before, after }` of the note.', async () => {
  const { asked } = await open('set_note', heavy)
  expect(asked).toEqual([{ before: 'fragile', after: 'heavy' }])
})

it('approval-when: Ask before `set_note` only if the order has a note already.', async () => {
  expect((await open('set_note', heavy)).asked).toHaveLength(1)
  expect((await open('set_note', { id: 'A-2', text: 'heavy' })).asked).toHaveLength(0)
})
