import type { Message } from '@ambit/core'
import { same } from './check.ts'
import type { Rule } from './rule.ts'
import { answered, checkpoint, said, usage } from './samples.ts'

/** Returns messages that a storage can spoil: by its encoding, or by its limits. */
const odd = (): Message[] => [
  said('empty', ''),
  said('lone surrogates', 'a\ud800b\udc00'),
  said('controls', '\u0000\u0001\u2028\u2029\r\n\t\\"\'$1 {{x}} <b>'),
  said('wide', '🙂'.repeat(500)),
  said('large', 'x'.repeat(200_000)),
  {
    id: 'parts',
    parentId: 'large',
    role: 'assistant',
    createdAt: 1.5,
    usage,
    parts: [{ type: 'text', text: '', providerMetadata: { p: { n: 1e-7, big: 1e300, no: null } } }],
    calls: [{ id: 'c1', name: 'note', arguments: JSON.parse(strange) as Record<string, unknown> }],
  },
  answered('c1'),
]

const strange = '{"__proto__":{"a":1},"constructor":{"b":[]},"":[[],{}],"toString":null}'

/** Returns messages of a later version of Ambit. */
const later = (): Message[] =>
  [
    { ...said('field'), aFieldOfLater: { a: [1] } },
    {
      ...said('part'),
      role: 'assistant',
      content: undefined,
      usage,
      parts: [{ type: 'of-later', a: 1 }],
    },
    { ...said('content'), content: [{ type: 'of-later', a: 1 }] },
  ] as unknown as Message[]

export const rowRules: readonly Rule[] = [
  {
    name: 'knows nothing at first',
    advice: 'Resolve with an empty list, and with undefined from `read`, for what is not there.',
    async run(pages) {
      const storage = await pages.open()
      same(await storage.list(), [], 'list()')
      same(await storage.read('s1'), undefined, 'read()')
      same(await storage.readMessages('s1', { from: 0 }), [], 'readMessages()')
      same(await storage.readIntents('s1'), [], 'readIntents()')
    },
  },
  {
    name: 'gives messages back as they were written',
    advice:
      'Store the text that JSON.stringify returns, in a column of type text. Column types for JSON change it: jsonb refuses \\u0000 and lone surrogates.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      await claim.write({ at: 2, messages: odd() })
      const rows = await other.readMessages('s1', { from: 0 })
      odd().forEach((message, nth) =>
        same(rows[nth]?.message, message, `The message "${message.id}"`),
      )
      same(rows.length, odd().length, 'The number of messages')
    },
  },
  {
    name: 'keeps parts and fields that it does not know',
    advice: 'Store whole messages and whole changes, not a list of known fields.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      const session = { aFieldOfLater: { a: [1] } } as object
      await claim.write({ at: 2, messages: later(), session })
      const rows = await other.readMessages('s1', { from: 0 })
      same(
        rows.map(({ message }) => message),
        later(),
        'The messages',
      )
      const { aFieldOfLater } = ((await other.read('s1')) ?? {}) as Record<string, unknown>
      same(aFieldOfLater, { a: [1] }, 'The field of the session')
    },
  },
  {
    name: 'numbers messages from 0, in the order of the writes, without holes',
    advice:
      'Give each message the number `next` of its session, in the transaction of the write, and one write after another.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      const first = await claim.write({ at: 2, messages: [said('a'), said('b')] })
      same(first.next, 2, 'The `next` that the write resolved with')
      const writes = ['c', 'd', 'e'].map((id) => claim.write({ at: 3, messages: [said(id)] }))
      const rows = await Promise.all(writes)
      same(
        rows.map(({ next }) => next),
        [3, 4, 5],
        'The `next` of writes at the same time',
      )
      const stored = await other.readMessages('s1', { from: 0 })
      same(
        stored.map(({ seq, message }) => [seq, message.id]),
        ['a', 'b', 'c', 'd', 'e'].map((id, seq) => [seq, id]),
        'The messages',
      )
      same((await other.read('s1'))?.next, 5, 'The `next` of the session')
    },
  },
  {
    name: 'keeps title, head, state, usage, cost, refused and waiting messages, and the run until it ends',
    advice:
      'Use `changeSession` of `ambit/storage`. Fields that a write leaves out stay, and `run: null` ends the run.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      const all = {
        title: 'Démo',
        head: 'a',
        state: { cart: [1], none: null },
        usage,
        costUsd: 0.25,
        refused: ['m1'],
        waiting: [{ id: 'w', content: 'Later' }],
        run: checkpoint,
      }
      const written = await claim.write({ at: 5, messages: [said('a')], session: all })
      const expected = { ...all, id: 's1', createdAt: 1, updatedAt: 5, next: 1 }
      same({ ...written, epoch: undefined }, expected, 'The session that the write resolved with')
      same({ ...(await other.read('s1')), epoch: undefined }, expected, 'The session')
      await claim.write({ at: 4, session: { costUsd: 1, run: null } })
      const { run: _run, ...rest } = expected
      const seen = { ...(await other.read('s1')), epoch: undefined }
      same(seen, { ...rest, costUsd: 1 }, 'The session after its run has ended')
    },
  },
]
