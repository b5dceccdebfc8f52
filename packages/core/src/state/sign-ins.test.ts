import { describe, expect, it } from 'vitest'
import { Pending } from './pending.ts'

const start = () => {}

describe('sign-ins', () => {
  it('has the offers in order, each until it is taken back', () => {
    const pending = new Pending()
    const takeBack = pending.offer({ id: 'a', label: 'A', start })
    pending.offer({ id: 'b', label: 'B', start })
    takeBack()
    takeBack()
    expect(pending.list('signIn').map(({ id }) => id)).toEqual(['b'])
  })

  it('puts a later offer with the same id in the place of the first, which takes nothing back', () => {
    const pending = new Pending()
    const takeBack = pending.offer({ id: 'a', label: 'A', start })
    pending.offer({ id: 'b', label: 'B', start })
    pending.offer({ id: 'a', label: 'A', problem: 'No', start })
    takeBack()
    expect(pending.list('signIn')).toMatchObject([{ id: 'a', problem: 'No' }, { id: 'b' }])
  })

  it('tells nobody of an offer that is already gone', () => {
    const pending = new Pending()
    const takeBack = pending.offer({ id: 'a', label: 'A', start })
    takeBack()
    let changes = 0
    pending.subscribe(() => (changes += 1))
    takeBack()
    expect(changes).toBe(0)
  })
})
