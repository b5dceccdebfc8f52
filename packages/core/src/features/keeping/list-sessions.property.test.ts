import * as fc from 'fast-check'
import { env } from 'node:process'
import { describe, expect, it } from 'vitest'
import { storeSaid } from '../../../test/said-sessions.ts'
import { memoryStorage, type SessionInfo } from './index.ts'

describe('the pages of a list of sessions', () => {
  it('have each session once, also with equal times, while others are used', async () => {
    await fc.assert(
      fc.asyncProperty(
        // Few times, so that many are equal.
        fc.uniqueArray(fc.record({ id: fc.string({ minLength: 1 }), at: fc.nat(3) }), {
          selector: ({ id }) => id,
          maxLength: 20,
        }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        async (given, sizes, uses) => {
          const storage = memoryStorage()
          await storeSaid(storage, ...given)
          const used = new Set<string>()
          const seen: SessionInfo[] = []
          for (let nth = 0; ; nth++) {
            const limit = sizes[nth % sizes.length]
            const page = await storage.list({ before: seen.at(-1), limit })
            if (page.length === 0) break
            seen.push(...page)
            const use = uses[nth]
            const session = use === undefined ? undefined : given[use % given.length]
            if (!session) continue
            used.add(session.id)
            await storeSaid(storage, { id: session.id, at: 10 + nth, said: [] })
          }
          const ids = seen.map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          // A session that is used before its page moves to the front.
          const front = (await storage.list()).slice(0, used.size).map(({ id }) => id)
          expect(new Set([...ids, ...front])).toEqual(new Set(given.map(({ id }) => id)))
          const isUnused = ({ id }: { id: string }): boolean => !used.has(id)
          expect(seen.filter(isUnused).map(({ id }) => id)).toEqual(
            (await storage.list()).filter(isUnused).map(({ id }) => id),
          )
        },
      ),
      { numRuns: env['AMBIT_LONG'] ? 5_000 : 200, seed: 20_261_123 },
    )
  })
})
