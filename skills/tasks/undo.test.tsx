import { expect, it } from 'vitest'
import { before, open } from './page.tsx'

it('undo-note: Add undo to the tool `set_note`.', async () => {
  const { list, undo } = await open('set_note', { id: 'A-1', text: 'heavy' })
  expect(list()).toBe('A-1 open heavy;A-2 paid;')
  await undo()
  await expect.poll(list).toBe(before)
})

it('undo-archive: Add a tool `archive_order` for the order with an `id`, with undo.', async () => {
  const { list, undo } = await open('archive_order', { id: 'A-2' })
  expect(list()).toBe('A-1 open fragile;A-2 archived;')
  await undo()
  await expect.poll(list).toBe(before)
})

it('undo-all: Add a tool `archive_all` without parameters, whose undo gives each order the state it had.', async () => {
  const { list, undo } = await open('archive_all', {})
  expect(list()).toBe('A-1 archived fragile;A-2 archived;')
  await undo()
  await expect.poll(list).toBe(before)
})

it('undo-clear: Add a tool `clear_note` that empties the note of the order with an `id`, with undo.', async () => {
  const { list, undo } = await open('clear_note', { id: 'A-1' })
  expect(list()).toBe('A-1 open;A-2 paid;')
  await undo()
  await expect.poll(list).toBe(before)
})
