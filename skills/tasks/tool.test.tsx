import { expect, it } from 'vitest'
import { open } from './page.tsx'

it('tool-archive: Add a tool `archive_order` that archives the order with an `id`.', async () => {
  const { list, status } = await open('archive_order', { id: 'A-1' })
  expect([status, list()]).toEqual(['ok', 'A-1 archived fragile;A-2 paid;'])
})

it('tool-pay: Add a tool `pay_order` that marks the order with an `id` as paid, and takes nothing but the id of an order that is there.', async () => {
  const { list, status } = await open('pay_order', { id: 'A-1' })
  expect([status, list()]).toEqual(['ok', 'A-1 paid fragile;A-2 paid;'])
  expect((await open('pay_order', { id: 'A-9' })).status).not.toBe('ok')
})

it('tool-long-note: Let `set_note` take notes of at most 100 characters.', async () => {
  expect((await open('set_note', { id: 'A-1', text: 'x'.repeat(101) })).status).toBe('invalid')
  expect((await open('set_note', { id: 'A-1', text: 'x'.repeat(100) })).status).toBe('ok')
})

it('tool-missing: Let `set_note` fail for an order that is not there.', async () => {
  expect((await open('set_note', { id: 'A-9', text: 'x' })).status).toBe('error')
  expect((await open('set_note', { id: 'A-1', text: 'x' })).status).toBe('ok')
})
