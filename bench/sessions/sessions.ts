import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, type Suite, toFigure } from '../figure.ts'
import { ask, median, open, type Target } from '../proxy/load.ts'
import { type BenchServer, startServer } from '../proxy/server.ts'
import { countOpening, timeRuns } from './far.ts'

const conversations = 100
const followers = 1_000
const text = 'Which lamps are on sale, and how many of them are left in the shop? '.repeat(4)

/** Conversations on a server. It measures elapsed time, so it needs a quiet machine. */
export const sessions: Suite = {
  name: 'sessions',
  isOnRequest: true,
  async run(isFull) {
    const folder = mkdtempSync(join(tmpdir(), 'ambit-bench-'))
    try {
      const rounds = isFull ? 5 : 2
      const slow = await timeRuns({ thinkMs: 500, effect: 'write' }, rounds)
      const writing = await timeRuns({ effect: 'write' }, rounds)
      const reading = await timeRuns({ effect: 'read' }, rounds)
      const trips = await countOpening()
      return [
        ...(await writeAll(folder, isFull ? 9 : 3)),
        await follow(folder),
        toFigure('a run of 5 calls, 80 ms away', slow.far, 'in memory', slow.memory, 1.5),
        // The start of each call that writes is a round trip that nothing may overlap.
        toFigure(
          'the same, a model that answers at once',
          writing.far,
          'in memory',
          writing.memory,
        ),
        toFigure('the same, calls that read', reading.far, 'in memory', reading.memory, 1.5),
        {
          what: 'opening 1,000 messages, round trips',
          ours: String(trips),
          against: 'the goal',
          theirs: '1',
          ratio: trips,
          most: 1,
        },
      ]
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

/** Returns the request of a user for an operation. */
function operation({ url }: BenchServer, user: string, name: string, gets: object): Target {
  return {
    name,
    url: `${url}/api/agent/sessions?page=p`,
    headers: { 'content-type': 'application/json', 'x-user': user },
    body: JSON.stringify({ operation: name, id: 's', claim: 'c', ...gets }),
  }
}

const row = { id: 's', createdAt: 1, updatedAt: 1, state: {} }

const messageOf = (nth: number): object => ({
  id: `message-${nth}`,
  parentId: nth === 0 ? null : `message-${nth - 1}`,
  createdAt: nth,
  role: 'user',
  content: text,
})

const toWrite = (nth: number): object => ({
  write: { at: nth, id: `w${nth}`, next: nth, messages: [messageOf(nth)] },
})

/** Measures the writes of all conversations at once, and what they take on the disk. */
async function writeAll(folder: string, rounds: number): Promise<Figure[]> {
  const file = join(folder, 'writes.db')
  const server = await startServer('../sessions/program.ts', file)
  const users = Array.from({ length: conversations }, (_, nth) => `user-${nth}`)
  await Promise.all(users.map((user) => ask(operation(server, user, 'claim', { row }))))
  const each = 10
  const count = conversations * each
  const stored: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    const work = users.map(async (user) => {
      for (let nth = round * each; nth < (round + 1) * each; nth++) {
        await ask(operation(server, user, 'write', toWrite(nth)))
      }
    })
    await Promise.all(work)
    stored.push(((performance.now() - startedAt) * 1_000) / count)
    bare.push(timeBare(folder, count))
  }
  const [us, bareUs] = [median(stored), median(bare)]
  server.stop()
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  const bytes = statSync(file).size / (count * rounds)
  const sent = JSON.stringify(messageOf(each)).length
  return [
    {
      ...toFigure('a write, 100 conversations at once', us, 'bare SQLite', bareUs),
      ours: perSecond(us),
      theirs: perSecond(bareUs),
    },
    {
      what: 'a stored message',
      ours: `${Math.round(bytes)} B`,
      against: 'its JSON',
      theirs: `${sent} B`,
      ratio: bytes / sent,
    },
  ]
}

const perSecond = (us: number): string => `${Math.round(1_000_000 / us)} a second`

/** Returns the microseconds of a transaction that only adds the message. */
function timeBare(folder: string, total: number): number {
  const database = new DatabaseSync(join(folder, 'bare.db'))
  database.exec(
    'pragma journal_mode = wal; create table if not exists messages (seq integer, body text)',
  )
  const insert = database.prepare('insert into messages values (?, ?)')
  const startedAt = performance.now()
  for (let nth = 0; nth < total; nth++) {
    database.exec('begin immediate')
    insert.run(nth, JSON.stringify(messageOf(nth)))
    database.exec('commit')
  }
  const us = ((performance.now() - startedAt) * 1_000) / total
  database.close()
  return us
}

/** Measures the memory of the followers of conversations that are written meanwhile. */
async function follow(folder: string): Promise<Figure> {
  const server = await startServer('../sessions/program.ts', join(folder, 'followers.db'))
  const users = Array.from({ length: conversations }, (_, nth) => `user-${nth}`)
  await Promise.all(users.map((user) => ask(operation(server, user, 'claim', { row }))))
  const before = await server.memory()
  const ends: (() => void)[] = []
  while (ends.length < followers) {
    const opened = users.map((user) =>
      open({
        name: 'events',
        url: `${server.url}/api/agent/sessions/events?page=f${ends.length}`,
        headers: { 'x-user': user },
      }),
    )
    ends.push(...(await Promise.all(opened)))
  }
  for (let nth = 0; nth < 5; nth++) {
    await Promise.all(users.map((user) => ask(operation(server, user, 'write', toWrite(nth)))))
  }
  const grown = (await server.memory()) - before
  for (const end of ends) end()
  server.stop()
  const limit = 100 * 1024 * 1024
  return {
    what: `memory of ${followers} followers`,
    ours: toMegabytes(grown),
    against: 'the limit',
    theirs: toMegabytes(limit),
    ratio: grown / limit,
    most: 1,
  }
}

const toMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`
