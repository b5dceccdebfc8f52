import { describe, expect, it } from 'vitest'
import { toChanges } from './to-changes.ts'

describe('toChanges', () => {
  it('pairs the members of before and after', () => {
    expect(
      toChanges({ before: { refunded: 0, city: 'Prag' }, after: { refunded: 20, city: 'Prag' } }),
    ).toEqual([
      { name: 'refunded', before: 0, after: 20, isSame: false },
      { name: 'city', before: 'Prag', after: 'Prag', isSame: true },
    ])
  })

  it('pairs rows by their first member', () => {
    const before = [
      { order: 'A-1', status: 'open' },
      { order: 'A-2', status: 'open' },
    ]
    const after = [{ order: 'A-1', status: 'cancelled' }]
    expect(toChanges({ before, after })).toEqual([
      { row: 'A-1', name: 'status', before: 'open', after: 'cancelled', isSame: false },
      { row: 'A-2', name: 'status', before: 'open', after: undefined, isSame: false },
    ])
  })

  it('has the order of rows where it changes, and only of rows on both sides', () => {
    const row = (id: number) => ({ id, title: `T${id}` })
    expect(
      toChanges({ before: [row(1), row(2), row(3)], after: [row(3), row(1), row(4)] })?.[0],
    ).toEqual({
      before: ['1', '3'],
      after: ['3', '1'],
      isSame: false,
    })
    expect(toChanges({ before: [row(1), row(2)], after: [row(1)] })?.[0]?.row).toBe('1')
    const swapped = ['a', 'a,a'].map((id) => ({ id, n: 1 }))
    const [order] = toChanges({ before: swapped, after: swapped.toReversed() }) ?? []
    expect(order).toMatchObject({ after: ['a,a', 'a'], isSame: false })
  })

  it('has one side of what is made or removed', () => {
    expect(toChanges({ before: null, after: { name: 'Tea' } })).toEqual([
      { name: 'name', before: undefined, after: 'Tea', isSame: false },
    ])
    expect(toChanges({ before: { name: 'Tea' } })).toEqual([
      { name: 'name', before: 'Tea', after: undefined, isSame: false },
    ])
  })

  it('has one change without a name of two texts, numbers or lists of them', () => {
    const lists = { before: ['Ada', 'Grace'], after: ['Grace'] }
    for (const { before, after } of [{ before: 'a', after: 'b' }, { before: 1, after: 0 }, lists]) {
      expect(toChanges({ before, after })).toEqual([{ name: '', before, after, isSame: false }])
    }
    expect(toChanges({ before: '', after: 'b' })).toEqual([{ name: '', after: 'b', isSame: false }])
  })

  it('has the members of a flat object, and nothing of other previews', () => {
    expect(toChanges({ name: 'Ada', tags: ['a'] })).toHaveLength(2)
    for (const other of ['text', 5, ['a'], {}, { a: { b: 1 } }, { before: '', after: null }]) {
      expect(toChanges(other)).toBeUndefined()
    }
    const twice = [
      { id: 1, n: 1 },
      { id: 1, n: 2 },
    ]
    expect(toChanges({ before: twice, after: [] })).toBeUndefined()
  })
})
