import { expect, it } from 'vitest'
import { before, open } from './page.tsx'

const heavy = { id: 'A-1', text: 'heavy' }

it('enabled-admin: Only administrators may use `set_note`.', async () => {
  const { status, list } = await open('set_note', heavy, { isAdmin: false })
  expect(status).not.toBe('ok')
  expect(list()).toBe(before)
  expect((await open('set_note', heavy)).status).toBe('ok')
})

it('enabled-hidden: Do not offer `set_note` to the model where the user is no administrator.', async () => {
  expect((await open('set_note', heavy, { isAdmin: false })).tools).not.toContain('set_note')
  expect((await open('set_note', heavy)).tools).toContain('set_note')
})

it('enabled-delete: Add a tool `delete_order` for the order with an `id` that only administrators have, and that asks.', async () => {
  const other = await open('delete_order', { id: 'A-1' }, { isAdmin: false })
  expect([other.list(), other.tools]).toEqual([before, ['set_note']])
  const { asked, list } = await open('delete_order', { id: 'A-1' })
  expect([asked.length, list()]).toEqual([1, 'A-2 paid;'])
})

it('enabled-none: Add a tool `archive_all` that is on while an order is not archived, and archives all.', async () => {
  const { tools, list } = await open('archive_all', {})
  expect(tools).toContain('archive_all')
  expect(list()).toBe('A-1 archived fragile;A-2 archived;')
})
