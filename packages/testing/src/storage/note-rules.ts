import type { SessionNote } from '@ambit/core/storage'
import { check, eventually, same } from './pages.ts'
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
      const [own, heard, apart]: SessionNote[][] = [[], [], []]
      const stops = [
        one.watch('s1', (note) => own?.push(note)),
        other.watch('s1', (note) => heard?.push(note)),
        other.watch('s2', (note) => apart?.push(note)),
      ]
      await settled(one, other, heard ?? [])
      for (const note of notes) one.send('s1', note)
      await eventually(() => heard?.length === notes.length, 'The notes')
      same(heard, notes, 'The notes')
      same(apart, [], 'The notes of another session')
      same(own, [], 'The notes that the sender has heard')
      for (const stop of stops) stop()
    },
  },
  {
    name: 'passes no notes to a watcher that has stopped',
    needs: ['pages', 'notes'],
    advice: 'Remove the listener when the function is called that `watch` has returned.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const [stopped, heard]: SessionNote[][] = [[], []]
      const stop = other.watch('s1', (note) => stopped?.push(note))
      const stopLater = other.watch('s1', (note) => heard?.push(note))
      await settled(one, other, heard ?? [])
      stop()
      if (stopped) stopped.length = 0
      one.send('s1', { type: 'gone' })
      await eventually(() => heard?.length === 1, 'The note for the other listener')
      same(stopped, [], 'The notes after the stop')
      stopLater()
    },
  },
  {
    name: 'tells the other pages of each write and of a deletion',
    needs: ['pages', 'notes'],
    advice:
      'Send `{ type: "advanced", next, isRunning }` to the other pages after each write. They read the messages then. After `delete` the agent sends `gone` itself.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      const heard: SessionNote[] = []
      const claim = await pages.claim(one)
      const stop = other.watch('s1', (note) => heard.push(note))
      await settled(one, other, heard)
      await claim.write({ at: 2, messages: [said('a')], session: { run: checkpoint } })
      const last = (): SessionNote | undefined => heard.findLast(({ type }) => type === 'advanced')
      await eventually(() => last() !== undefined, 'The note of the first write')
      same(last(), { type: 'advanced', next: 1, isRunning: true }, 'The note of the first write')
      const rows = await other.readMessages('s1', { from: 0 })
      same(rows.length, 1, 'The messages that can be read after the note')
      await claim.write({ at: 3, session: { run: null } })
      await eventually(
        () => JSON.stringify(last()).includes('false'),
        'The note that the run has ended',
      )
      await one.delete('s1')
      one.send('s1', { type: 'gone' })
      await eventually(() => heard.some(({ type }) => type === 'gone'), 'The note of the deletion')
      check(!(await claim.holds()), '`holds()` is true after the deletion.')
      stop()
    },
  },
]

/** Resolves when notes of the first page reach the second: a connection may need time to open. */
async function settled(
  one: { send(id: string, note: SessionNote): void },
  other: unknown,
  heard: SessionNote[],
): Promise<void> {
  if (one === other) return
  const before = heard.length
  let asked = 0
  await eventually(() => {
    if (asked++ % 20 === 0) one.send('s1', { type: 'command', command: { type: 'report' } })
    return heard.length > before
  }, 'A first note')
  await new Promise((resolve) => setTimeout(resolve, 50))
  heard.length = 0
}
