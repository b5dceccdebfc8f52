import type { Message } from '@ambit/core'
import type { SessionRow, SessionWrite } from '@ambit/core/storage'
import { check, refused, same } from './check.ts'
import type { Rule } from './rule.ts'
import { answered, everything, intentOf, said } from './samples.ts'

/** Returns a write with all that must not be stored twice. */
const full = (id: string, next = 0): SessionWrite => ({
  id,
  next,
  at: 2,
  messages: [said(`${id}-a`), said(`${id}-b`)],
  intents: [intentOf(`${id}-c`)],
  session: { head: `${id}-b`, title: id },
})

const idAdvice =
  'Store the `id` of the last write with the session, in the same transaction. Compare before anything else, and resolve with the session if it is the same.'

export const writeRules: readonly Rule[] = [
  {
    name: 'stores everything of a write, or nothing',
    advice: 'Use one transaction for a write, and undo all of it when one part is refused.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      await claim.write({ at: 2, intents: [intentOf('c1')] })
      const before = await everything(other)
      const write: SessionWrite = {
        at: 3,
        messages: [said('a'), answered('c1')],
        intents: [intentOf('c2'), intentOf('c3'), intentOf('c1')],
        session: { title: 'No', head: 'a', state: { no: true } },
      }
      await refused(claim.write(write), 'A write whose last intent was stored before', 'duplicate')
      same(await everything(other), before, 'The session after a refused write')
      const row = await claim.write({ at: 4, messages: [said('b')], intents: [intentOf('c2')] })
      same(row.next, 1, 'The `next` of the write after a refused one')
    },
  },
  {
    name: 'refuses a value that is not JSON with `not_json`, if it cannot keep it',
    advice: 'Catch the error of JSON.stringify, and throw a `storageError` of the kind `not_json`.',
    async run(pages) {
      const storage = await pages.open()
      const claim = await pages.claim(storage)
      const message = { ...said('a'), big: 1n } as unknown as Message
      const outcome = await claim.write({ at: 2, messages: [message] }).catch((e: unknown) => e)
      if (!(outcome instanceof Error)) return
      await refused(Promise.reject(outcome), 'A write with a bigint', 'not_json')
      same((await storage.read('s1'))?.next, 0, 'The `next` after the refused write')
      await claim.write({ at: 3, messages: [said('b')] })
    },
  },
  {
    name: 'refuses a write whose `next` is not the number of the next message',
    advice: 'Compare `next` with the number in the session, in the transaction of the write.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      await claim.write({ at: 2, next: 0, messages: [said('a')] })
      const before = await everything(other)
      for (const next of [0, 2]) {
        await refused(
          claim.write(full('w', next)),
          `A write with next ${next} in place of 1`,
          'lost',
        )
      }
      same(await everything(other), before, 'The session after the refused writes')
      const row = await claim.write({ at: 3, next: 1, messages: [said('b')] })
      same(row.next, 2, 'The `next` after a write with the right number')
    },
  },
  {
    name: 'stores a write that is sent again once',
    advice: idAdvice,
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      const first = await claim.write(full('w1'))
      const before = await everything(other)
      same(await claim.write(full('w1')), first, 'The session that the same write resolved with')
      same(await everything(other), before, 'The session after the same write')
      const second = await claim.write({ id: 'w2', at: 3, session: { title: 'two' } })
      same(second.title, 'two', 'The title after a write with another id')
      const last = await claim.write({ id: 'w3', at: 4, next: 2, messages: [said('z')] })
      same(last.next, 3, 'The `next` after a write with another id')
      // A write without an id is never the same.
      await claim.write({ at: 5, messages: [said('y')] })
      same((await claim.write({ at: 5, messages: [said('y')] })).next, 5, 'The `next` without ids')
    },
  },
  {
    name: 'stores a write once that is sent again before it is answered',
    advice: `${idAdvice} Two copies of one write may come at the same time.`,
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      const [first, second] = await Promise.all([claim.write(full('w')), claim.write(full('w'))])
      same(second, first, 'The session that the second copy resolved with')
      const rows = await other.readMessages('s1', { from: 0 })
      same(rows.length, 2, 'The number of messages')
    },
  },
  {
    name: 'stores nothing of an earlier write that arrives again late',
    advice:
      'Remember more ids than the last one, or refuse by `next`: a late copy has the number from before the later write.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      await claim.write(full('w1'))
      const second = await claim.write(full('w2', 2))
      const before = await everything(other)
      const outcome = await claim.write(full('w1')).catch((error: unknown) => error)
      if (outcome instanceof Error) {
        await refused(Promise.reject(outcome), 'The late copy', 'lost', 'duplicate')
      } else {
        check(
          (outcome as SessionRow).next <= second.next,
          'The late copy resolved with a session that has more messages.',
        )
      }
      same(await everything(other), before, 'The session after the late copy')
    },
  },
  {
    name: 'refuses a refused write again, also with the same id',
    advice: 'Store the `id` of a write in the transaction that stores the write, not before.',
    async run(pages) {
      const storage = await pages.open()
      const claim = await pages.claim(storage)
      await claim.write({ id: 'w0', at: 2, intents: [intentOf('c1')] })
      const bad: SessionWrite = {
        id: 'w1',
        at: 3,
        messages: [said('a')],
        intents: [intentOf('c1')],
      }
      await refused(claim.write(bad), 'A duplicate', 'duplicate')
      await refused(claim.write(bad), 'The same duplicate', 'duplicate')
      same((await storage.read('s1'))?.next, 0, 'The `next` after both')
    },
  },
]
