import { expect, it } from 'vitest'
import { deleteSubject, exportSubject } from '../../src/sessions/people.ts'
import { sessions } from '../../src/sessions/sessions.ts'
import type { SessionStore } from '../../src/sessions/store.ts'
import { allowedJson, hostileJson, hostileKinds } from '../hostile-json.ts'
import { proxyUnderTest, requestOf } from '../proxy-under-test.ts'
import { piecesOf, Stand } from '../stand.ts'

const isLong = Boolean(process.env['AMBIT_LONG'])

/** The bytes of a message, the large messages, and the sessions of a user. */
const size = isLong ? 3_900_000 : 100_000
const large = isLong ? 20 : 2
const count = isLong ? 2_000 : 30

const many = <T>(length: number, make: (nth: number) => T): T[] =>
  Array.from({ length }, (_, nth) => make(nth))

/** Texts of the largest size that a message may have, which are work to fold. */
export const hostileTexts: Readonly<Record<string, string>> = {
  letters: 'a'.repeat(size),
  accents: 'é'.repeat(size / 2),
  syllables: '한'.repeat(size / 3),
  ligatures: '\ufdfa'.repeat(size / 3),
  marks: `a${'\u0301\u0323'.repeat(size / 4)}`,
  quotes: '"'.repeat(size / 2),
}

/** Queries which are work to look for. */
export const hostileQueries = [
  'nothing',
  `${'a'.repeat(999)}b`,
  `b${'a'.repeat(999)}`,
  many(50, (nth) => `b${'a'.repeat(17)}${nth % 10}`).join(' '),
]

/**
 * Holds a store against hostile sizes.
 *
 * @param most The longest time for which the thread may work at once, in milliseconds. Counts only
 * in `test:long`.
 */
export function itTakesHostileSizes(
  name: string,
  most: number,
  open: () => Promise<SessionStore>,
): void {
  it(
    `R106 hostile sizes over ${name} hold nobody up, and get an answer within the bounds`,
    async () => {
      const store = await open()
      const { handle } = proxyUnderTest({
        authorize: ({ headers }) => headers.get('x-user'),
        use: [sessions({ store })],
        timeouts: { callback: '5m' },
      })
      const stands: Record<string, number> = {}
      const measure = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
        const stand = new Stand()
        const result = await work()
        stands[name] = Math.max(stands[name] ?? 0, stand.end())
        return result
      }
      const ask = async (name: string, asked: unknown, user = 'mallory'): Promise<unknown> => {
        const body = piecesOf(JSON.stringify(asked))
        const path = '/api/agent/sessions?page=p'
        const response = await measure(name, () =>
          handle(requestOf({ body, duplex: 'half', path, headers: { 'x-user': user } })),
        )
        expect(response.status).toBe(200)
        const text = await response.text()
        expect(text.length).toBeLessThan(17_000_000)
        return JSON.parse(text)
      }
      const row = { id: 's', createdAt: 1, updatedAt: 1 }
      const claim = { id: 's', claim: 'c' }
      await ask('claim', { operation: 'claim', ...claim, row })
      let nth = 0
      const write = (name: string, messages: object[], more: object = {}) => {
        const written = { at: 1, id: `w${nth++}`, messages, ...more }
        return ask(name, { operation: 'write', ...claim, write: written })
      }
      for (const [name, content] of Object.entries(hostileTexts)) {
        await write(name, [{ id: name, role: 'user', content }])
        await write(`row of ${name}`, [], { session: { state: { content } } })
        await ask(`row of ${name}`, { operation: 'renew', ...claim })
        await ask(`row of ${name}`, { operation: 'claim', ...claim, row })
        await ask(`row of ${name}`, { operation: 'list' })
      }
      for (const kind of isLong ? hostileKinds : hostileKinds.slice(3, 4)) {
        const name = `JSON of ${kind}`
        await measure(name, async () => {
          const body = piecesOf(hostileJson(kind, (length) => length > 4_000_000))
          const path = '/api/agent/sessions?page=p'
          const headers = { 'x-user': 'mallory' }
          const response = await handle(requestOf({ body, duplex: 'half', path, headers }))
          expect(response.status).toBe(413)
        })
        const value: unknown = JSON.parse(allowedJson(kind))
        await write(name, [{ id: kind, role: 'user', content: value } as object])
        await write(name, [], { session: { state: { value } } })
        await ask(name, { operation: 'claim', ...claim, row })
        await write(name, [], { intents: [{ call: { id: kind, value }, attempt: 1 }] })
        await ask(name, { operation: 'claim', ...claim, row })
        await ask(name, { operation: 'list' })
        for (const at of Object.keys([...'123'])) {
          const id = `${kind} ${at}`
          const claiming = { operation: 'claim', id, claim: 'c' }
          await ask(name, { ...claiming, row: { ...row, id, title: id, value } })
        }
        await ask(name, { operation: 'list' })
        await ask(name, { operation: 'intents', id: 's' })
        await ask(name, { operation: 'list', query: 'nothing' })
        await write(name, [{ id: kind, role: 'tool' }], { session: { state: {} } })
        for (const at of Object.keys([...'123'])) {
          await ask(name, { operation: 'delete', id: `${kind} ${at}` })
        }
      }
      const short = many(60, (at) => ({
        id: `s${at}`,
        role: 'user',
        content: '한'.repeat(size / 200),
      }))
      await write('short', short)
      const content = 'abc é '.repeat(size / 7)
      for (let at = 0; at < large; at++)
        await write('write', [{ id: `m${at}`, role: 'user', content }])
      const calls = many(isLong ? 10_000 : 300, (at) => `c${at}`)
      const intents = calls.map((id) => ({ call: { id }, attempt: 1 }))
      await write('intents', [], { intents })
      const list = await ask('list', { operation: 'intents', id: 's' })
      expect(list).toMatchObject({ rows: many(Math.min(calls.length, 1_000), () => ({})) })
      await write(
        'answers',
        calls.map((id) => ({ id, role: 'tool', content: 'x' })),
      )
      const waiting = many(1_000, (at) => ({ id: `w${at}`, content: 'x'.repeat(size / 2_000) }))
      const other = {
        operation: 'claim',
        id: 'waiting',
        claim: 'c',
        row: { ...row, id: 'waiting' },
      }
      await ask('claim', { ...other, waiting })
      await ask('claim', { ...other, waiting })
      for (let at = 0; at < count; at++) {
        const id = `t${at}`
        const session = { title: `Title ${at}` }
        await ask('session', [
          { operation: 'claim', id, claim: 'c', row: { ...row, id } },
          { operation: 'write', id, claim: 'c', write: { at: 2, id: 'w', session } },
        ])
      }
      await ask('list', { operation: 'list' })
      await ask(
        'messages',
        many(10, () => ({ operation: 'messages', id: 's' })),
      )
      await ask(
        'last messages',
        many(10, (at) => ({ operation: 'messages', id: 's', from: at, before: at + 1 })),
      )
      await measure('at once', () =>
        Promise.all(many(10, () => ask('at once', { operation: 'list', query: 'nothing' }))),
      )
      for (const query of hostileQueries) {
        for (let more: object | undefined = {}; more;) {
          const answer = await ask('search', { operation: 'list', query, ...more })
          more = (answer as { more?: object }).more
        }
      }
      await measure('export', async () => {
        for await (const part of exportSubject(store, 'mallory')) expect(part.session).toBeDefined()
      })
      await ask('delete', { operation: 'delete', id: 's' })
      expect(await measure('deletions', () => deleteSubject(store, 'mallory'))).toBe(count + 1)
      const long = Object.entries(stands).filter(([, ms]) => isLong && ms > most)
      expect(long).toEqual([])
    },
    isLong ? 900_000 : 120_000,
  )
}
