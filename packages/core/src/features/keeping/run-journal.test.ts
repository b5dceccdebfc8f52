import { expect, it } from 'vitest'
import type { Message } from '../../index.ts'
import { titleOf } from './run-journal.ts'

it('a title has no half of a character at its end, which a server could refuse', () => {
  const said = (content: string) => titleOf([{ role: 'user', content } as Message], {}).title
  expect(said(`${'a'.repeat(59)}👍👍`)).toBe('a'.repeat(59))
  expect(said(`${'a'.repeat(58)}👍👍`)).toBe(`${'a'.repeat(58)}👍`)
  expect(said('👍'.repeat(40))).toBe('👍'.repeat(30))
})
