import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileQueries, hostileTexts } from './hostile-sizes.ts'
import { KilledServer } from './killed-server.ts'

const isLong = env['AMBIT_LONG'] === '1'

/** The variables are for a small run. Each writer is a user, whose pages follow what it writes. */
const followerCount = Number(env['AMBIT_FOLLOWERS'] ?? 3_000)
const writerCount = Number(env['AMBIT_WRITERS'] ?? 100)
const phaseMs = 1_000 * Number(env['AMBIT_SECONDS'] ?? 15)

/** The rounds, each of a phase without the attack and one with it. A busy machine disturbs both. */
const rounds = 3

/**
 * The longest time for which the server may work at once: twice that of the hostile sizes. A few
 * writers wait less than that for each other, so one step of an attack is many times as long.
 */
const longestStepMs = 200

const many = <T>(length: number, make: (nth: number) => T): T[] =>
  Array.from({ length }, (_, nth) => make(nth))

const users = many(writerCount, (nth) => `user${nth}`)
const attacker = 'mallory'
const row = { createdAt: 1, updatedAt: 1 }

/** Returns a body. One that is made before costs the process that measures little. */
const bodyOf = (asked: unknown): Buffer =>
  Buffer.isBuffer(asked) ? asked : Buffer.from(JSON.stringify(asked))

const writeOf = (id: string, content: string, session = 's'): Buffer => {
  const messages = [{ id, role: 'user', content }]
  const write = { at: 1, id: `w-${id}`, messages }
  return bodyOf({ operation: 'write', id: session, claim: 'c', write })
}

const claimOf = (id: string) => ({ operation: 'claim', id, claim: 'c', row: { ...row, id } })
const reads = bodyOf(many(10, () => ({ operation: 'messages', id: 's' })))
const claims = bodyOf(many(10, () => claimOf('waiting')))
const waiting = many(1_000, (nth) => ({ id: `w${nth}`, content: 'x'.repeat(1_950) }))
const claimWaiting = bodyOf({ ...claimOf('waiting'), waiting })
const marks = Object.entries(hostileTexts).map(([id, said]) => writeOf(id, said, 'marks'))

/** What the attacker asks for, by its kind. */
const kinds: Readonly<Record<string, (ask: (asked: unknown) => Promise<string>) => Promise<void>>> =
  {
    async 'joined reads'(ask) {
      await ask(reads)
    },
    async 'joined claims'(ask) {
      await ask(claims)
    },
    async 'many waiting'(ask) {
      await ask(claimWaiting)
      await ask({ operation: 'release', id: 'waiting', claim: 'c' })
    },
    async 'long searches'(ask) {
      for (const query of hostileQueries) {
        for (let more: object | undefined = {}; more;) {
          const answer = await ask({ operation: 'list', query, ...more })
          more = (JSON.parse(answer) as { more?: object }).more
        }
      }
    },
    async 'runs of marks'(ask) {
      await ask(claimOf('marks'))
      for (const body of [...marks, ...marks]) await ask(body)
      // They do not fill the disk.
      await ask({ operation: 'delete', id: 'marks' })
    },
  }

/** The milliseconds of a write, and those for which the server worked meanwhile. */
interface Written {
  readonly ms: number
  readonly workedMs: number
}

/** Returns the 99th percentile. */
function p99(all: readonly Written[], what: keyof Written): number {
  const sorted = all.map((each) => each[what]).toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
}

/** What a page has heard of its events. */
interface Follower {
  readonly user: string
  lines: number
  hasEnded: boolean
}

/** The users of a proxy. */
class Users {
  /** The writes of each user that were answered. */
  readonly written = new Map<string, number>()
  readonly followers: Follower[] = []
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  readonly #server: KilledServer

  constructor(server: KilledServer) {
    this.#server = server
  }

  /** Ends all connections. */
  leave(): void {
    this.#agent.destroy()
  }

  async ask(user: string, body: Buffer): Promise<void> {
    const { status, answer } = await this.send(user, body)
    if (status !== 200) throw new Error(`${user} was answered ${status}: ${answer}`)
  }

  async send(user: string, body: Buffer): Promise<{ status: number; answer: string }> {
    const response = await this.#request(user, '?page=p', body)
    return { status: response.statusCode ?? 0, answer: await text(response) }
  }

  async follow(user: string, page: string): Promise<void> {
    const response = await this.#request(user, `/events?page=${page}`)
    const follower = { user, lines: 0, hasEnded: false }
    response.on('data', (chunk: Buffer) => {
      follower.lines += chunk.toString('latin1').split('\n').length - 1
    })
    const end = (): void => void (follower.hasEnded = true)
    response.on('close', end).on('error', end)
    this.followers.push(follower)
    await once(response, 'data')
  }

  /** Lets all users write at once for some time, each one write after another. */
  async writeFor(ms: number): Promise<Written[]> {
    const all: Written[] = []
    const until = performance.now() + ms
    const write = async (user: string): Promise<void> => {
      while (performance.now() < until) {
        const nth = this.written.get(user) ?? 0
        const body = writeOf(`m${nth}`, 'Which lamps are on sale?')
        const startedAt = performance.now()
        const { workedMs } = this.#server
        await this.ask(user, body)
        all.push({
          ms: performance.now() - startedAt,
          workedMs: this.#server.workedMs - workedMs,
        })
        this.written.set(user, nth + 1)
      }
    }
    await Promise.all(users.map(write))
    return all
  }

  async #request(user: string, path: string, body?: Buffer): Promise<IncomingMessage> {
    const { origin } = this.#server
    const sending = request(`${origin}/api/agent/sessions${path}`, {
      method: body ? 'POST' : 'GET',
      agent: this.#agent,
      headers: { origin, 'x-user': user, 'content-type': 'application/json' },
    })
    sending.end(body)
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    return response
  }
}

/** A user who asks for hostile sizes, each kind again and again and all kinds at the same time. */
class Attacker {
  /** The requests that were answered, by their kind and status. */
  readonly answered: Record<string, number> = {}
  readonly #users: Users
  #isOver = false

  constructor(users: Users) {
    this.#users = users
  }

  /** Stores what the attack reads. */
  async prepare(): Promise<void> {
    const large = many(15, (nth) => [`m${nth}`, 'abc é '.repeat(550_000)] as const)
    await this.#users.ask(attacker, bodyOf(claimOf('s')))
    for (const [id, content] of [...Object.entries(hostileTexts), ...large]) {
      await this.#users.ask(attacker, writeOf(id, content))
    }
  }

  async attackWhile(work: Promise<unknown>): Promise<void> {
    this.#isOver = false
    const end = (): void => void (this.#isOver = true)
    const attacks = Object.entries(kinds).map(async ([kind, attack]) => {
      while (!this.#isOver) await attack((asked) => this.#ask(kind, asked))
    })
    await Promise.all([work.finally(end), ...attacks])
  }

  /** Returns the answer: of no rows for a request that has waited for others of the attacker. */
  async #ask(kind: string, asked: unknown): Promise<string> {
    if (this.#isOver) return '{}'
    const { status, answer } = await this.#users.send(attacker, bodyOf(asked))
    const what = status === 200 ? kind : `${kind}: ${status}`
    this.answered[what] = (this.answered[what] ?? 0) + 1
    if (status === 500) throw new Error(answer)
    return status === 200 ? answer : '{}'
  }
}

const why = isLong ? '' : ' (skipped: only in `pnpm test:long`)'

describe.skipIf(!isLong)(`a proxy with one user who attacks${why}`, () => {
  let folder: string
  let server: KilledServer
  let all: Users
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ambit-attacked-'))
    server = new KilledServer(join(folder, 'sessions.db'), 600_000)
    await server.start()
    all = new Users(server)
  }, 60_000)
  afterAll(async () => {
    all.leave()
    await server.kill()
    rmSync(folder, { recursive: true })
  })

  it(
    'R106 an attack of hostile sizes makes the writes of others at most a few times as long',
    { timeout: 600_000 },
    async () => {
      await Promise.all(users.map((user) => all.ask(user, bodyOf(claimOf('s')))))
      const mallory = new Attacker(all)
      await mallory.prepare()
      while (all.followers.length < followerCount) {
        const left = Math.min(followerCount - all.followers.length, users.length)
        const page = `f${all.followers.length}`
        await Promise.all(users.slice(0, left).map((user) => all.follow(user, page)))
      }
      await all.writeFor(phaseMs / 5)

      const calm: Written[] = []
      const attacked: Written[] = []
      for (let round = 0; round < rounds; round++) {
        calm.push(...(await all.writeFor(phaseMs)))
        const writing = all.writeFor(phaseMs)
        await mallory.attackWhile(writing)
        attacked.push(...(await writing))
      }

      const perSecond = ({ length }: readonly Written[]): number =>
        Math.round((1_000 * length) / (rounds * phaseMs))
      const compare = (what: keyof Written): string => {
        const [without, beside] = [p99(calm, what), p99(attacked, what)]
        return `${without.toFixed()} ms, attacked ${beside.toFixed()} ms: ${(beside / without).toFixed(1)} x (goal 2 x)`
      }
      console.warn(
        [
          `${followerCount} followers, ${writerCount} writers, SQLite`,
          `p99 of a write: ${compare('ms')}`,
          `p99 of the server's work during a write: ${compare('workedMs')}`,
          `writes a second: ${perSecond(calm)}, attacked ${perSecond(attacked)}`,
          `requests of the attack: ${JSON.stringify(mallory.answered)}`,
        ].join('\n'),
      )
      // Each has heard of each write, and none was cut off.
      const missing = (): Follower[] =>
        all.followers.filter(
          ({ user, lines, hasEnded }) => hasEnded || lines < 2 * (1 + (all.written.get(user) ?? 0)),
        )
      await expect.poll(missing, { timeout: 60_000 }).toEqual([])
      expect(p99(attacked, 'workedMs')).toBeLessThan(
        4 * Math.max(p99(calm, 'workedMs'), longestStepMs),
      )
    },
  )
})
