import type { SessionClaim } from '@ambit/core/storage'
import { check, refused, same } from './check.ts'
import type { Rule } from './rule.ts'
import { everything, said } from './samples.ts'

export const claimRules: readonly Rule[] = [
  {
    name: 'creates a session with its first claim, and raises the epoch with each claim',
    advice: 'Begin with `newSession` of `ambit/storage`, and add 1 to the stored epoch.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const first = await pages.claim(one, 's1', 7)
      const { epoch, ...row } = first.row
      const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
      const fresh = { id: 's1', createdAt: 7, updatedAt: 7, next: 0, head: null, state: {}, usage }
      same(row, fresh, 'The session of the first claim')
      same(await other.read('s1'), first.row, 'The stored session')
      await first.write({ at: 8, messages: [said('a')], session: { title: 'T' } })
      await first.release()
      const second = await pages.claim(other, 's1', 9)
      check(second.row.epoch > epoch, `The epoch of the second claim is ${second.row.epoch}.`)
      same(second.row, await one.read('s1'), 'The session of the second claim')
      same(second.row.createdAt, 7, 'The time of creation')
    },
  },
  {
    name: 'gives a session to one page at a time',
    advice: 'Grant a claim only when there is none, or the last one was released or is over.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const first = await pages.claim(one)
      for (const storage of [one, other]) {
        const claim = await storage.claim('s1', { at: 1, isWaiting: false })
        check(claim === undefined, 'A second claim with `isWaiting: false` was granted.')
      }
      let second: SessionClaim | undefined
      const waiting = other
        .claim('s1', { at: 1, holder: 'other' })
        .then((claim) => (second = claim))
      // Each of these is a way to the storage and back, in which a wrong grant would come.
      await first.write({ at: 2, messages: [said('a')] })
      await one.read('s1')
      check(await first.holds(), '`holds()` is false although no other page has the session.')
      await other.read('s1')
      check(second === undefined, 'A waiting claim was granted while another page had the session.')
      const apart = await pages.claim(other, 's2')
      await apart.write({ at: 2, messages: [said('b')] })
      await first.release()
      const granted = pages.keep(await waiting)
      same(granted.row.next, 1, 'The `next` of the claim that had waited')
      await granted.write({ at: 3, next: 1, messages: [said('c')] })
      await granted.release()
      pages.keep(await one.claim('s1', { at: 1, isWaiting: false }))
    },
  },
  {
    name: 'gives a session to one of two pages that ask at the same moment',
    advice: 'Check for another claim and note the own one in one transaction.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const asked = [one, other, one].map((storage) =>
        storage.claim('s1', { at: 1, isWaiting: false }),
      )
      const granted = (await Promise.all(asked)).filter((claim) => claim !== undefined)
      granted.forEach((claim) => pages.keep(claim))
      same(granted.length, 1, 'The number of claims that were granted')
    },
  },
  {
    name: 'ends a wait for a claim with its signal',
    advice: "Reject with the signal's reason, and take the request out of the line.",
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const reason = new Error('no longer')
      const why = (work: Promise<unknown>): Promise<unknown> =>
        work.catch((error: unknown) => error)
      const early = other.claim('s1', { at: 1, signal: AbortSignal.abort(reason) })
      check((await why(early)) === reason, 'A signal that had aborted before did not reject.')
      const first = await pages.claim(one)
      const abort = new AbortController()
      const waiting = why(other.claim('s1', { at: 1, signal: abort.signal }))
      await one.read('s1')
      abort.abort(reason)
      check((await waiting) === reason, 'The wait did not reject with the reason of the signal.')
      check(await first.holds(), 'The page that had the session has lost it.')
      await first.release()
      await pages.claim(other)
    },
  },
  {
    name: 'refuses the writes of an earlier claim',
    advice:
      'Compare the epoch of the claim with the stored one, in the transaction of the write. Refuse another epoch as `lost`.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const first = await pages.claim(one)
      await first.write({ at: 2, messages: [said('a')] })
      await first.release()
      await refused(first.write({ at: 3, messages: [said('x')] }), 'A write after release', 'lost')
      const second = await pages.claim(other)
      const before = await everything(other)
      const writes = [{ messages: [said('x')] }, { session: { title: 'No' } }, { next: 1 }, {}]
      for (const write of writes) {
        await refused(first.write({ at: 3, ...write }), 'A write of the earlier claim', 'lost')
      }
      check(!(await first.holds()), '`holds()` of the earlier claim is true.')
      same(await everything(other), before, 'The session after those writes')
      await first.release()
      check(
        await second.holds(),
        'A second `release()` of the earlier claim took the new one away.',
      )
      const third = await one.claim('s1', { at: 4, isWaiting: false })
      check(third === undefined, 'A second `release()` of the earlier claim let another page in.')
      await second.write({ at: 4, messages: [said('b')] })
    },
  },
  {
    name: 'refuses the writes of a claim whose session was deleted, also when it was created again',
    advice: 'A claim belongs to one row. Refuse its writes as `lost` when the row is another one.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const first = await pages.claim(one)
      await first.write({ at: 2, messages: [said('a')] })
      await other.delete('s1')
      check(!(await first.holds()), '`holds()` is true after the session was deleted.')
      await refused(first.write({ at: 3, messages: [said('b')] }), 'A write after `delete`', 'lost')
      same(await other.read('s1'), undefined, 'The deleted session')
      same(await other.readMessages('s1', { from: 0 }), [], 'Its messages')
      await first.release()
      const second = await pages.claim(other)
      same(second.row.next, 0, 'The `next` of the session that was created again')
      await refused(
        first.write({ at: 4, messages: [said('c')] }),
        'A write of the old claim',
        'lost',
      )
      await second.write({ at: 5, messages: [said('d')] })
      same((await one.readMessages('s1', { from: 0 })).length, 1, 'The number of its messages')
    },
  },
]
