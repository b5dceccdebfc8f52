import type { AgentStorage, SessionNote } from '@ambit/core/storage'
import { canonical, check, eventually, same } from './check.ts'
import type { Rule } from './rule.ts'
import { checkpoint, said } from './samples.ts'

const notes: readonly SessionNote[] = [
  { type: 'command', command: { type: 'stop' } },
  { type: 'command', command: { type: 'answer', id: 'a', decision: { approved: true } } },
  { type: 'approvals', pending: [] },
  { type: 'activity', activity: { status: 'running', calls: [] } },
  { type: 'gone' },
] as unknown as SessionNote[]

export const noteRules: readonly Rule[] = [
  {
    name: 'passes notes to the other pages that watch a session, in order',
    needs: ['pages', 'notes'],
    advice: 'Send the note as JSON to all watchers of the session but those of the sender.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const own = listenTo(one)
      const heard = listenTo(other)
      const apart = listenTo(other, 's2')
      await connected(one, heard)
      for (const note of notes) one.send('s1', note)
      await eventually(() => heard.notes.length >= notes.length, 'The notes')
      same(heard.notes, notes, 'The notes')
      same(apart.notes, [], 'The notes of another session')
      same(own.notes, [], 'The notes that the sender has heard')
      for (const { stop } of [own, heard, apart]) stop()
    },
  },
  {
    name: 'passes no notes to a watcher that has stopped',
    needs: ['pages', 'notes'],
    advice: 'Remove the listener when the function is called that `watch` has returned.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const stopped = listenTo(other)
      const heard = listenTo(other)
      await connected(one, heard)
      stopped.stop()
      one.send('s1', { type: 'gone' })
      await eventually(() => heard.notes.length === 1, 'The note for the other listener')
      same(stopped.notes, [], 'The notes after the stop')
      heard.stop()
    },
  },
  {
    name: 'tells the other pages of each write and of a deletion',
    needs: ['pages', 'notes'],
    advice:
      'Send `{ type: "advanced", next, isRunning }` to the other pages after each write. They read the messages then. After `delete` the agent sends `gone` itself.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const claim = await pages.claim(one)
      const heard = listenTo(other)
      await connected(one, heard)
      const hears = (note: SessionNote, what: string): Promise<void> =>
        eventually(() => heard.notes.some((it) => canonical(it) === canonical(note)), what)
      await claim.write({ at: 2, messages: [said('a')], session: { run: checkpoint } })
      await hears({ type: 'advanced', next: 1, isRunning: true }, 'The note of the first write')
      const rows = await other.readMessages('s1', { from: 0 })
      same(rows.length, 1, 'The messages that can be read after the note')
      await claim.write({ at: 3, session: { run: null } })
      await hears({ type: 'advanced', next: 1, isRunning: false }, 'The note of the ended run')
      await one.delete('s1')
      one.send('s1', { type: 'gone' })
      await hears({ type: 'gone' }, 'The note of the deletion')
      check(!(await claim.holds()), '`holds()` is true after the deletion.')
      heard.stop()
    },
  },
]

/** The notes that a page has heard about a session. */
interface Heard {
  readonly notes: SessionNote[]
  isConnected: boolean
  readonly stop: () => void
}

/** Listens to the notes about a session, and leaves out those by which pages connect. */
function listenTo(storage: AgentStorage, id = 's1'): Heard {
  const notes: SessionNote[] = []
  const heard: Heard = {
    notes,
    isConnected: false,
    stop: storage.watch(id, (note) => {
      if (note.type === 'command' && note.command.type === 'report') heard.isConnected = true
      else notes.push(note)
    }),
  }
  return heard
}

/** Resolves when notes of one page reach another: a connection may need time to open. */
async function connected(one: AgentStorage, heard: Heard): Promise<void> {
  let asked = 0
  await eventually(() => {
    if (asked++ % 20 === 0) one.send('s1', { type: 'command', command: { type: 'report' } })
    return heard.isConnected
  }, 'A first note')
}
