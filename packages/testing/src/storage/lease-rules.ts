import type { SessionClaim } from '@ambit/core/storage'
import { check, eventually, refused, same } from './check.ts'
import type { Rule } from './rule.ts'
import { everything, said } from './samples.ts'

/** Returns the lease of a claim. Throws if there is none. */
function leaseOf(claim: SessionClaim): number {
  const { leaseMs = 0 } = claim
  check(leaseMs > 0, `The claim has no lease: its \`leaseMs\` is ${claim.leaseMs}.`)
  check('renew' in claim, 'The claim has no `renew`.')
  return leaseMs
}

export const leaseRules: readonly Rule[] = [
  {
    name: 'has no leases, as it was said',
    unless: 'leases',
    advice: 'Take `leases` out of the option `without`, so that the rules of leases are tested.',
    async run(pages) {
      const { leaseMs } = await pages.claim(await pages.open())
      same(leaseMs, undefined, 'The `leaseMs` of a claim')
    },
  },
  {
    name: 'keeps a claim that is renewed',
    needs: ['leases'],
    advice: 'Let `renew()` begin the time of the lease again.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const first = await pages.claim(one)
      const leaseMs = leaseOf(first)
      for (let nth = 0; nth < 3; nth++) {
        await pages.wait(leaseMs * 0.6)
        await first.renew?.()
      }
      const claim = await other.claim('s1', { at: 1, isWaiting: false })
      check(claim === undefined, 'Another page was let in although the claim was renewed.')
      check((await first.holds()) && !first.lost.aborted, 'The renewed claim is lost.')
      await first.write({ at: 2, messages: [said('a')] })
    },
  },
  {
    name: 'gives a claim that is not renewed to another page, and refuses the first one',
    needs: ['leases'],
    advice:
      'Compare the end of the lease with the clock of the server when another page asks. Raise the epoch, and abort `lost` when an answer says so.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const first = await pages.claim(one)
      await first.write({ at: 2, messages: [said('a')] })
      await pages.wait(leaseOf(first) * 1.2)
      const second = pages.keep(await other.claim('s1', { at: 3, isWaiting: false }))
      const before = await everything(other)
      await refused(first.write({ at: 4, messages: [said('x')] }), 'A write of the first', 'lost')
      await refused(first.renew?.() ?? Promise.resolve(), 'The `renew()` of the first', 'lost')
      check(!(await first.holds()), '`holds()` of the first claim is true.')
      check(first.lost.aborted, '`lost` of the first claim has not aborted after all this.')
      await first.release()
      same(await everything(other), before, 'The session after the refused write')
      await second.write({ at: 5, next: 1, messages: [said('b')] })
    },
  },
  {
    name: 'gives a claim that is not renewed to a page that waits',
    needs: ['leases'],
    advice: 'Ask again while a page waits, or wake it when the lease ends.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const first = await pages.claim(one)
      const waiting = other.claim('s1', { at: 1, holder: 'other' })
      await one.read('s1')
      await pages.wait(leaseOf(first) * 1.2)
      const second = pages.keep(await waiting)
      check(await second.holds(), 'The claim that was granted after the wait does not hold.')
      check(!(await first.holds()), '`holds()` of the first claim is true.')
    },
  },
  {
    name: 'tells a page that it has lost its claim, without a question of that page',
    needs: ['leases', 'push'],
    advice: 'Send a message to the page whose claim is over, and abort its `lost`.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const first = await pages.claim(one)
      await pages.wait(leaseOf(first) * 1.2)
      pages.keep(await other.claim('s1', { at: 3, isWaiting: false }))
      await eventually(() => first.lost.aborted, 'The `lost` of the first claim')
    },
  },
]
