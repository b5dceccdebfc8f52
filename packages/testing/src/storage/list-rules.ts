import type { AgentStorage, SessionInfo } from '@ambit/core/storage'
import { same } from './check.ts'
import type { Pages } from './pages.ts'
import type { Rule } from './rule.ts'
import { answered, checkpoint, intentOf, said, usage } from './samples.ts'

const idsOf = (infos: readonly SessionInfo[]): string[] => infos.map(({ id }) => id)

/** Stores sessions that were used at the given times. */
async function store(
  pages: Pages,
  storage: AgentStorage,
  sessions: readonly (readonly [id: string, at: number, text?: string, title?: string])[],
): Promise<void> {
  for (const [id, at, text = id, title] of sessions) {
    const claim = await pages.claim(storage, id)
    await claim.write({ at, messages: [said('a', text)], session: { title } })
    await claim.release()
  }
}

export const listRules: readonly Rule[] = [
  {
    name: 'lists sessions, the most recently used first',
    advice: 'Sort by `updatedAt`. `toSessionInfo` of `ambit/storage` computes an entry.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      await store(pages, one, [
        ['a', 20],
        ['b', 9],
        ['c', 100],
      ])
      same(idsOf(await other.list()), ['c', 'a', 'b'], 'The ids')
      const claim = await pages.claim(one, 'b')
      const session = { title: 'T', usage, costUsd: 2, run: checkpoint, state: { secret: 1 } }
      await claim.write({ at: 200, messages: [said('b')], session })
      const [first, ...rest] = await other.list()
      const times = { createdAt: 1, updatedAt: 200 }
      const counts = { messages: 2, usage, costUsd: 2, isRunning: true }
      same(first, { id: 'b', title: 'T', ...times, ...counts }, 'The first of the list')
      same(idsOf(rest), ['c', 'a'], 'The ids of the others')
    },
  },
  {
    name: 'leaves empty sessions out of its list',
    advice:
      'Leave out a session without messages, run, title, waiting messages and intents, before `limit` counts. `isEmptySession` of `ambit/storage` tells. A page opens the first of the list.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claims = await Promise.all(
        ['a', 'b', 'c', 'd', 'e'].map((id) => pages.claim(one, id, 10)),
      )
      same(idsOf(await other.list()), [], 'The ids of sessions that were claimed')
      const writes = [
        { messages: [said('a')] },
        { session: { title: 'T' } },
        { session: { run: checkpoint } },
        { session: { waiting: [{ id: 'w', content: 'x' }] } },
        { intents: [intentOf('c1')] },
      ]
      for (const [nth, write] of writes.entries()) {
        await claims[nth]?.write({ at: 10, ...write })
        const stored = ['a', 'b', 'c', 'd', 'e'].slice(0, nth + 1)
        same(idsOf(await other.list()), stored, 'The ids of sessions with anything in them')
      }
      await claims[4]?.write({ at: 10, messages: [answered('c1')] })
      await pages.claim(one, 'f', 99)
      same(idsOf(await other.list({ limit: 1 }))[0], 'a', 'The first session of limit 1')
      same(await other.read('f').then((row) => row?.next), 0, 'The `next` of the empty session')
    },
  },
  {
    name: 'lists as many sessions as are wanted, and those before one',
    needs: ['search'],
    advice:
      'Sort by `updatedAt` and then by `id`, and compare both with `before`. Sessions of the same time would be left out or listed twice otherwise.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      await store(pages, one, [
        ['a', 10],
        ['b', 20],
        ['c', 20],
        ['d', 20],
        ['e', 30],
        ['f', 40],
      ])
      const all = await other.list()
      same(idsOf(await other.list({ limit: 2 })), idsOf(all.slice(0, 2)), 'limit 2')
      same(idsOf(await other.list({ limit: 99 })), idsOf(all), 'limit 99')
      same(
        idsOf(await other.list({ before: 30 })).sort(),
        ['a', 'b', 'c', 'd'],
        'before the time 30',
      )
      same(idsOf(await other.list({ before: 20 })), ['a'], 'before the time 20')
      same(idsOf(await other.list({ before: 1 })), [], 'before the time 1')
      const paged: string[] = []
      let before: SessionInfo | undefined
      for (;;) {
        const page = await other.list({ before, limit: 2 })
        before = page.at(-1)
        if (!before || paged.length > 6) break
        paged.push(...idsOf(page))
      }
      same(paged, idsOf(all), 'The ids of pages of 2')
    },
  },
  {
    name: 'finds sessions by their title and text',
    needs: ['search'],
    advice: 'Compare in lower case, as plain text: `%`, `_` and `.*` are text too.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      await store(pages, one, [
        ['a', 10, 'Buy OAT milk', 'Shopping'],
        ['b', 20, 'nothing 100% sure', 'Oats and more'],
        ['c', 30, 'Äpfel', 'Third'],
      ])
      const found = async (query: string): Promise<string[]> => idsOf(await other.list({ query }))
      same(await found('oat'), ['b', 'a'], 'query "oat"')
      same(await found('SHOPPING'), ['a'], 'query "SHOPPING"')
      same(await found('äpfel'), ['c'], 'query "äpfel"')
      same(await found('0%'), ['b'], 'query "0%"')
      same(await found('b_y'), [], 'query "b_y"')
      same(await found('createdAt'), [], 'query "createdAt"')
      same(idsOf(await other.list({ query: 'oat', limit: 1 })), ['b'], 'query "oat", limit 1')
      same(idsOf(await other.list({ query: 'oat', before: 20 })), ['a'], 'query "oat", before 20')
      await other.delete('b')
      same(await found('oat'), ['a'], 'query "oat" after a deletion')
    },
  },
]
