import { describe, expect, it } from 'vitest'
import { Line } from './line.ts'

describe('Line', () => {
  it('reaches each place once all before it have left, in any order', async () => {
    const line = new Line()
    const reached: number[] = []
    const places = [0, 1, 2].map((nth) => {
      const place = line.enter()
      void place.ready.then(() => reached.push(nth))
      return place
    })
    places[1]?.leave()
    places[0]?.leave()
    await places[2]?.ready
    expect(reached).toEqual([0, 1, 2])
  })

  it('holds nothing of the places that were left', async () => {
    const line = new Line()
    for (let nth = 0; nth < 3; nth++) line.enter().leave()
    expect(await line.enter().ready).toBeUndefined()
  })
})
