import { env } from 'node:process'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { kinds } from '../test/two-hands/editors.tsx'
import { type Outcome, Script } from '../test/two-hands/session.tsx'

/** The number of random scripts for each kind, those that go on at once, and the first seed. */
const scripts = env['AMBIT_LONG'] ? 400 : 20
const atOnce = 20
const firstSeed = 59_000

const all: Outcome[] = []
const warn = vi.spyOn(console, 'warn').mockReturnValue()
afterAll(() => warn.mockRestore())

const sum = (read: (outcome: Outcome) => number): number =>
  all.reduce((total, outcome) => total + read(outcome), 0)

describe('a user and an agent who work on one page at once', () => {
  it.each(kinds)(
    'lose nothing of the user, act on what was shown, and tell each refusal: %s',
    async (kind) => {
      for (let first = firstSeed; first < firstSeed + scripts; first += atOnce) {
        const seeds = Array.from({ length: atOnce }, (_, nth) => first + nth)
        const outcomes = await Promise.all(seeds.map((seed) => new Script(kind, seed).play()))
        // What happened in a script with a fault is in its `log`.
        for (const { seed, faults } of outcomes)
          expect({ seed, faults }).toEqual({ seed, faults: [] })
        all.push(...outcomes)
      }
    },
    900_000,
  )

  it('keep the changes of both to different things: hardly a call is refused', () => {
    expect(sum(({ stale }) => stale)).toBeLessThanOrEqual(sum(({ beside }) => beside) * 0.02)
    // The scripts reach what they are about.
    expect(sum(({ beside }) => beside)).toBeGreaterThan(2 * scripts)
    for (const status of ['ok', 'stale', 'denied', 'interrupted']) {
      expect(sum(({ statuses }) => statuses.get(status) ?? 0)).toBeGreaterThan(scripts / 5)
    }
  })

  it('are told of nothing but the price of tools that come and go', () => {
    const lines = warn.mock.calls.map(String)
    expect(lines.filter((line) => !line.includes('Tools that went off and on'))).toEqual([])
  })
})
