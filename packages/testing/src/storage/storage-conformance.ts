import { checkOptions, type ToolMessage } from '@ambit/core'
import type { AgentStorage, SessionClaim } from '@ambit/core/storage'
import { claimRules } from './claim-rules.ts'
import { listRules } from './list-rules.ts'
import { noteRules } from './note-rules.ts'
import { randomRule } from './random-rule.ts'
import { readRules } from './read-rules.ts'
import { rowRules } from './row-rules.ts'
import type { Rule } from './rule.ts'
import type { StorageAbility } from './ability.ts'
import { sessionRules } from './session-rules.ts'
import { Pages, type StorageOfPage } from './pages.ts'
import { writeRules } from './write-rules.ts'
import { check, eventually, refused, same } from './check.ts'
import { answered, everything, intentOf, said } from './samples.ts'

export type { StorageAbility, StorageOfPage }

/** One case of {@link storageConformance}: a test of one rule. */
export interface ConformanceCase {
  /** The rule, as a sentence without a subject: `refuses writes of an earlier claim`. */
  readonly name: string
  /**
   * Tests the rule. Rejects with an `Error` that says which rule is broken, what was seen, and what
   * to do.
   */
  readonly run: () => Promise<void>
}

/** The options of {@link storageConformance}. */
export interface ConformanceOptions {
  /**
   * The abilities that the storage does not have. Their cases are left out. A storage that has one
   * of them all the same fails a case. Default: none, so that every ability is tested.
   */
  readonly without?: readonly StorageAbility[] | undefined
  /**
   * Lets time pass for the storage, in milliseconds, as with a server whose clock the test moves.
   * Default: waits. Leases of more than 10 seconds then fail their cases.
   */
  readonly wait?: ((ms: number) => void | Promise<void>) | undefined
  /** The most time that a case may take, in milliseconds. Default 20,000. */
  readonly timeoutMs?: number | undefined
  /** The seed of the case with random operations, a whole number. Default 1. */
  readonly seed?: number | undefined
  /** The number of random operations. Default 60. */
  readonly steps?: number | undefined
}

/**
 * Returns the cases that hold a storage against the contract of `AgentStorage`, for any test
 * runner. `createStorage` is called for each page of a case. Pages with the same `store` must have
 * the same data, and a `store` that is new must be empty.
 */
export function storageConformance(
  createStorage: (page: StorageOfPage) => AgentStorage | Promise<AgentStorage>,
  options: ConformanceOptions = {},
): ConformanceCase[] {
  checkOptions('`storageConformance`', options, {
    seed: '',
    steps: '',
    timeoutMs: 'timeout',
    wait: 'sleep',
    without: 'skip',
  })
  const { without = [], timeoutMs = 20_000, seed = 1, steps = 60 } = options
  const has = (ability: StorageAbility): boolean => !without.includes(ability)
  const rules: readonly Rule[] = [
    ...rowRules,
    ...readRules,
    ...writeRules,
    ...intentRules,
    ...claimRules,
    ...leaseRules,
    ...sessionRules,
    ...listRules,
    ...blobRules,
    ...noteRules,
    randomRule(seed, steps),
  ]
  return rules
    .filter(({ needs = [], unless }) => needs.every(has) && !(unless && has(unless)))
    .map((rule) => ({
      name: rule.name,
      run: () => runRule(rule, new Pages(createStorage, { ...options, has }), timeoutMs),
    }))
}

/** Tests one rule. Rejects with an error that teaches. */
async function runRule(rule: Rule, pages: Pages, timeoutMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Error(`It was not done after ${timeoutMs} ms: an operation does not end.`))
  }, timeoutMs)
  try {
    await Promise.race([rule.run(pages), late])
  } catch (error) {
    const seen = error instanceof Error ? error.message : String(error)
    throw new Error(`The storage breaks the rule "${rule.name}". ${seen} ${rule.advice}`, {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
    // A broken storage may never end this. The next case has a store of its own.
    const closing = pages.close().catch(() => undefined)
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, timeoutMs))])
  }
}

const bytesOf = async (blob: Blob | undefined): Promise<number[] | undefined> =>
  blob && [...new Uint8Array(await blob.arrayBuffer())]

const blobRules: readonly Rule[] = [
  {
    name: 'keeps no files, as it was said',
    unless: 'blobs',
    advice: 'Take `blobs` out of the option `without`, so that the rules of files are tested.',
    async run(pages) {
      const storage = await pages.open()
      check(
        !('putBlob' in storage) && !('getBlob' in storage),
        'The storage has `putBlob` or `getBlob`.',
      )
    },
  },
  {
    name: 'keeps the files of a session by their hash, until it is deleted',
    needs: ['blobs'],
    advice: 'Key files by session and hash. A hash that is there already stores nothing.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      check(!!one.putBlob && !!one.getBlob, 'The storage has no `putBlob`, or no `getBlob`.')
      for (const id of ['s1', 's2']) {
        const claim = await pages.claim(one, id)
        await claim.write({ at: 2, messages: [said('a')] })
        await claim.release()
      }
      const bytes = [0, 255, 128, 10, 13, 0]
      const blob = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
      await one.putBlob?.('s1', 'hash', blob)
      await other.putBlob?.('s1', 'hash', blob)
      await one.putBlob?.('s1', 'none', new Blob([]))
      await one.putBlob?.('s2', 'hash', blob)
      same(await bytesOf(await other.getBlob?.('s1', 'hash')), bytes, 'The bytes')
      same(await bytesOf(await other.getBlob?.('s1', 'none')), [], 'The bytes of an empty file')
      same(await other.getBlob?.('s1', 'other'), undefined, 'A file with an unknown hash')
      same(await other.getBlob?.('s3', 'hash'), undefined, 'A file of an unknown session')
      await other.delete('s1')
      same(await one.getBlob?.('s1', 'hash'), undefined, 'The file of a deleted session')
      same(await bytesOf(await one.getBlob?.('s2', 'hash')), bytes, 'The file of the other session')
    },
  },
]

const intentRules: readonly Rule[] = [
  {
    name: 'takes an attempt at a call once, and then only greater ones',
    advice:
      'Keep the greatest `attempt` of each call of a session, also after its answer. Refuse one that is not greater as `duplicate`: a call must not run twice.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      await claim.write({ at: 2, intents: [intentOf('c1', 2)], isStrict: true })
      same(await other.readIntents('s1'), [intentOf('c1', 2)], 'The intents')
      for (const attempt of [2, 1]) {
        const write = claim.write({ at: 3, intents: [intentOf('c1', attempt)] })
        await refused(write, `Attempt ${attempt} after attempt 2`, 'duplicate')
      }
      const twice = claim.write({ at: 3, intents: [intentOf('c2'), intentOf('c2')] })
      await refused(twice, 'The same attempt twice in one write', 'duplicate')
      await claim.write({ at: 4, intents: [intentOf('c1', 3)] })
      same(await other.readIntents('s1'), [intentOf('c1', 3)], 'The intents after attempt 3')
      await claim.write({ at: 5, messages: [answered('c1')] })
      const late = claim.write({ at: 6, intents: [intentOf('c1', 3)] })
      await refused(late, 'The same attempt after the answer', 'duplicate')
      same(await other.readIntents('s1'), [], 'The intents after the answer')
    },
  },
  {
    name: 'takes several intents in one write',
    advice: 'Store all of `write.intents`, in their order. The last one of a call counts.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      const intents = [intentOf('c2'), intentOf('c1'), intentOf('c1', 2)]
      await claim.write({ at: 2, messages: [said('a')], intents })
      const read = await other.readIntents('s1')
      same(
        read.toSorted((a, b) => (a.call.id < b.call.id ? -1 : 1)),
        [intentOf('c1', 2), intentOf('c2')],
        'The intents',
      )
    },
  },
  {
    name: 'closes the intent of a call with its answer, also in the same write',
    advice:
      'Remove the intent when a message with the role `tool` and the id of the call is written. Add the intents of a write first.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      await claim.write({ at: 2, intents: [intentOf('c1'), intentOf('c2')] })
      await claim.write({ at: 3, messages: [answered('c1'), answered('unknown')] })
      same(await other.readIntents('s1'), [intentOf('c2')], 'The intents after an answer')
      const write = { at: 4, messages: [answered('c3')], intents: [intentOf('c3'), intentOf('c4')] }
      await claim.write(write)
      await claim.write({ at: 5, messages: [{ ...said('c4'), id: 'c4' }] })
      const ids = (await other.readIntents('s1')).map(({ call }) => call.id).sort()
      same(ids, ['c2', 'c4'], 'The calls without an answer')
    },
  },
  {
    name: 'keeps what an intent holds, also an answer that waits for its turn',
    advice: 'Store whole intents. An `answer` in an intent does not close it: its message does.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      const intent = { ...intentOf('c1'), source: 'ui', isChanged: true, later: [1] } as const
      const held = { ...intent, attempt: 2, answer: answered('c1') as ToolMessage }
      await claim.write({ at: 2, intents: [intent] })
      await claim.write({ at: 3, intents: [held] })
      same(await other.readIntents('s1'), [held], 'The intents')
    },
  },
  {
    name: 'keeps open intents for the next page, and gives them with its claim if it gives any',
    advice:
      'Read the intents in the transaction of the claim, as `readIntents` does, or leave `intents` out.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      same(claim.intents ?? [], [], 'The intents of the claim on a new session')
      await claim.write({ at: 2, intents: [intentOf('c1'), intentOf('c2'), intentOf('c2', 2)] })
      await claim.write({ at: 2, messages: [answered('c1')] })
      await claim.release()
      const next = await pages.claim(other)
      same(await other.readIntents('s1'), [intentOf('c2', 2)], 'The intents')
      same(next.intents ?? [intentOf('c2', 2)], [intentOf('c2', 2)], 'The intents of the claim')
    },
  },
]

/** Returns the lease of a claim. Throws if there is none. */
function leaseOf(claim: SessionClaim): number {
  const { leaseMs = 0 } = claim
  check(leaseMs > 0, `The claim has no lease: its \`leaseMs\` is ${claim.leaseMs}.`)
  check('renew' in claim, 'The claim has no `renew`.')
  return leaseMs
}

const leaseRules: readonly Rule[] = [
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
