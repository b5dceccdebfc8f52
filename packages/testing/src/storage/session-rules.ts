import { AgentError } from '@ambit/core'
import { check, same } from './check.ts'
import type { Rule } from './rule.ts'
import { checkpoint, everything, intentOf, said } from './samples.ts'

export const sessionRules: readonly Rule[] = [
  {
    name: 'changes title and head with `update`, and nothing else',
    advice: 'Change the given fields alone. An update needs no claim.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      const run = checkpoint
      const session = { head: 'b', state: { a: 1 }, run, title: 'T' }
      const written = await claim.write({ at: 2, messages: [said('a'), said('b')], session })
      const plain = { ...written, updatedAt: undefined }
      await other.update('s1', { title: 'Named' })
      const named = { ...(await one.read('s1')), updatedAt: undefined }
      same(named, { ...plain, title: 'Named' }, 'The session after the new title')
      await other.update('s1', { head: 'a' })
      const moved = { ...(await one.read('s1')), updatedAt: undefined }
      same(moved, { ...plain, title: 'Named', head: 'a' }, 'The session after the new head')
    },
  },
  {
    name: 'keeps an update when the page that runs the session writes',
    advice: 'Change the stored row in a write, not the row that the page has read before.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      await claim.write({ at: 2, messages: [said('a'), said('b')], session: { head: 'b' } })
      await other.update('s1', { title: 'Named', head: 'a' })
      const row = await claim.write({ at: 3, session: { state: { a: 1 } } })
      const kept = { title: 'Named', head: 'a', state: { a: 1 } }
      const { title, head, state } = (await other.read('s1')) ?? {}
      same({ title, head, state }, kept, 'The session after the write')
      same(
        { title: row.title, head: row.head },
        { title: 'Named', head: 'a' },
        'What it resolved with',
      )
    },
  },
  {
    name: 'changes nothing with `ifHead` if the head is another one',
    advice: 'Compare the head in the transaction of the update. Resolve with true or false.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      const change = { title: 'New', head: 'a' }
      same(await other.update('s1', change, { ifHead: 'a' }), false, 'With "a" in place of null')
      same((await one.read('s1'))?.title, undefined, 'The title after the refused update')
      same(await other.update('s1', change, { ifHead: null }), true, 'With the head null')
      await claim.write({ at: 2, messages: [said('a'), said('b')], session: { head: 'b' } })
      same(await other.update('s1', { head: 'a' }, { ifHead: null }), false, 'With null, not "b"')
      same(await other.update('s1', { head: 'a' }, { ifHead: 'x' }), false, 'With "x", not "b"')
      same((await one.read('s1'))?.head, 'b', 'The head after the refused updates')
      same(await other.update('s1', { head: 'a' }, { ifHead: 'b' }), true, 'With the head "b"')
      same((await one.read('s1'))?.head, 'a', 'The head after the update')
    },
  },
  {
    name: 'creates no session with an update of one that is not there',
    advice: 'Resolve with false, or reject with a `storageError`.',
    async run(pages) {
      const storage = await pages.open()
      const outcome: unknown = await storage
        .update('none', { title: 'No', head: null })
        .catch((error: unknown) => error)
      check(
        outcome === false || AgentError.is(outcome, 'storage'),
        'The update of an unknown session neither resolved with false nor rejected with `storageError`.',
      )
      same(await storage.read('none'), undefined, 'The session')
      same(await storage.list(), [], 'The list')
    },
  },
  {
    name: 'deletes all of a session, and nothing of others',
    advice: 'Delete rows, messages, intents and files by the whole id of the session.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      for (const id of ['s', 's1', 's10']) {
        const claim = await pages.claim(one, id)
        await claim.write({ at: 2, messages: [said('a')], intents: [intentOf('c')] })
        await claim.release()
      }
      const kept = [await everything(one, 's'), await everything(one, 's10')]
      await other.delete('s1')
      await other.delete('none')
      same(await one.read('s1'), undefined, 'The deleted session')
      same(await one.readMessages('s1', { from: 0 }), [], 'Its messages')
      same(await one.readIntents('s1'), [], 'Its intents')
      const ids = (await one.list()).map(({ id }) => id).sort()
      same(ids, ['s', 's10'], 'The ids of the list')
      same([await everything(one, 's'), await everything(one, 's10')], kept, 'The other sessions')
      const again = await pages.claim(one, 's1')
      same(again.row.next, 0, 'The `next` of the session that was created again')
      await again.write({ at: 3, intents: [intentOf('c')] })
    },
  },
  {
    name: 'takes any text for an id',
    advice: 'Encode ids in paths and names, and never build a query out of them.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const ids = ["a'; --", 'a/b', 'a%2Fb', '..', 'a?b#c', 'ä 🙂', '__proto__', 'x'.repeat(300)]
      for (const id of ids) {
        const claim = await pages.claim(one, id)
        await claim.write({ at: 2, messages: [said(id)], intents: [intentOf(id)] })
        await claim.release()
        await other.update(id, { title: id })
        same((await other.read(id))?.title, id, `The title of ${JSON.stringify(id)}`)
        const [row] = await other.readMessages(id, { from: 0 })
        same(row?.message, said(id), `The message of ${JSON.stringify(id)}`)
      }
      same((await other.list()).length, ids.length, 'The number of sessions')
      for (const id of ids) await one.delete(id)
      same(await other.list(), [], 'The list after all were deleted')
    },
  },
]
