import type { Message } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { pathTo, toRows } from './message-rows.ts'

const message = (id: string, parentId: string | null): Message => ({
  id,
  parentId,
  role: 'user',
  content: id,
  createdAt: 0,
})

describe('toRows', () => {
  it('has each branch below the message that it follows, and the open path at depth 0', () => {
    const all = [
      message('a', null),
      message('b', 'a'),
      message('c', 'b'),
      message('b2', 'a'),
      message('c2', 'b2'),
    ]
    const rows = toRows(all, [all[0], all[3], all[4]] as Message[])
    expect(rows.map((row) => [row.message.id, row.depth, row.isOnPath, row.branch?.nth])).toEqual([
      ['a', 0, true, undefined],
      ['b', 1, false, 1],
      ['c', 1, false, undefined],
      ['b2', 0, true, 2],
      ['c2', 0, true, undefined],
    ])
  })

  it('begins with the oldest message of a history whose begin is not loaded', () => {
    const all = [message('m', 'missing'), message('n', 'm')]
    expect(toRows(all, all).map((row) => row.message.id)).toEqual(['m', 'n'])
    expect(pathTo((id) => all.find((each) => each.id === id), 'n')).toEqual(all)
  })
})
