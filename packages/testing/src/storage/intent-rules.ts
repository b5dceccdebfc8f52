import type { ToolMessage } from '@ambit/core'
import { refused, same } from './check.ts'
import type { Rule } from './rule.ts'
import { answered, intentOf, said } from './samples.ts'

export const intentRules: readonly Rule[] = [
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
