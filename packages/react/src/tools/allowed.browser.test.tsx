import { version } from 'react'
import { describe, expect, it } from 'vitest'
import { RandomPage } from '../../test/allowed/session.ts'

const isLong = Boolean(import.meta.env['AMBIT_LONG'])

/** The number of random sequences, their length, and the seed of the first one. */
const sequences = isLong ? 2_000 : version.startsWith('19') ? 500 : 100
const steps = 30
const seed = 20_261_122

describe('while cards are open', () => {
  it('R57 A4 nothing runs that was not shown, whatever the page and the user do', async () => {
    const sum = { asked: 0, allowed: 0, remembered: 0, late: 0, replaced: 0, refused: 0 }
    for (let nth = 0; nth < sequences; nth++) {
      const page = new RandomPage(seed + nth)
      for (let at = 0; at < steps; at++) {
        await page.step()
        await page.pause()
      }
      await page.end()
      const { user } = page
      expect({ seed: seed + nth, faults: user.faults }).toEqual({ seed: seed + nth, faults: [] })
      sum.asked += page.asked
      sum.replaced += page.replaced
      sum.refused += page.refused
      sum.allowed += user.allowed
      sum.remembered += user.remembered
      sum.late += user.late
    }
    // The sequences reach what they are about.
    expect(sum.asked).toBeGreaterThan(sequences)
    expect(sum.allowed).toBeGreaterThan(sequences / 4)
    expect(sum.remembered).toBeGreaterThan(sequences / 200)
    expect(sum.late).toBeGreaterThan(sequences / 8)
    expect(sum.replaced).toBeGreaterThan(sequences / 50)
    expect(sum.refused).toBeGreaterThan(sequences / 50)
  }, 900_000)
})
