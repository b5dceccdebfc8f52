import { describe, expect, it } from 'vitest'
import { toChanges } from './to-changes.ts'
import { changesTable, listTable } from './to-table.ts'

const rows = (status: string) => ['A-1', 'A-2'].map((id) => ({ id, status }))

describe('changesTable', () => {
  it('has two or more rows of changes, by their names, and not their order', () => {
    const preview = { before: rows('todo'), after: rows('done').toReversed() }
    const table = changesTable(toChanges(preview) ?? [])
    expect(table).toMatchObject({ columns: ['status'], width: 's' })
    expect(table?.rows.map(({ name }) => name)).toEqual(['A-1', 'A-2'])
    const [one] = rows('todo')
    expect(changesTable(toChanges({ before: [one ?? {}], after: [] }) ?? [])).toBeUndefined()
    expect(changesTable(toChanges({ a: 1, b: 2 }) ?? [])).toBeUndefined()
  })
})

describe('listTable', () => {
  it('has two or more flat objects, also those without a common name or with other members', () => {
    expect(
      listTable([
        { a: 1, b: 1 },
        { a: 1, c: 2 },
      ])?.columns,
    ).toEqual(['a', 'b', 'c'])
    for (const other of [[], ['a', 'b'], [{ a: 1, b: 1 }], [{ a: 1, b: 1 }, 'a']])
      expect(listTable(other)).toBeUndefined()
    expect(
      listTable([
        { a: 1, b: {} },
        { a: 1, b: {} },
      ]),
    ).toBeUndefined()
  })

  it('needs more width for more columns, up to eight', () => {
    const list = (count: number) => {
      const row = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`c${at}`, 'some text']),
      )
      return listTable([row, row])
    }
    expect([2, 3, 8].map((count) => list(count)?.width)).toEqual(['s', 'm', 'l'])
    expect(list(9)).toBeUndefined()
  })
})
