import { describe, expect, it } from 'vitest'
import { SignIns } from './stores.ts'

const start = () => {}

describe('SignIns', () => {
  it('has the offers in order, each until it is taken back', () => {
    const signIns = new SignIns()
    const takeBack = signIns.offer({ id: 'a', label: 'A', start })
    signIns.offer({ id: 'b', label: 'B', start })
    takeBack()
    takeBack()
    expect(signIns.getState().waiting.map(({ id }) => id)).toEqual(['b'])
  })

  it('puts a later offer with the same id in the place of the first, which takes nothing back', () => {
    const signIns = new SignIns()
    const takeBack = signIns.offer({ id: 'a', label: 'A', start })
    signIns.offer({ id: 'b', label: 'B', start })
    signIns.offer({ id: 'a', label: 'A', problem: 'No', start })
    takeBack()
    expect(signIns.getState().waiting).toMatchObject([{ id: 'a', problem: 'No' }, { id: 'b' }])
  })

  it('tells nobody of an offer that is already gone', () => {
    const signIns = new SignIns()
    const takeBack = signIns.offer({ id: 'a', label: 'A', start })
    takeBack()
    let changes = 0
    signIns.subscribe(() => (changes += 1))
    takeBack()
    expect(changes).toBe(0)
  })
})
