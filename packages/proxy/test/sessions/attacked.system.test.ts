import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { buffer, json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileQueries, hostileTexts } from './hostile-sizes.ts'
import { KilledServer } from './killed-server.ts'

const isLong = env['AMBIT_LONG'] === '1'

/** The variables are for a small run. Each writer is a user, and its pages follow what it writes. */
const followerCount = Number(env['AMBIT_FOLLOWERS'] ?? 3_000)
const writerCount = Number(env['AMBIT_WRITERS'] ?? 100)
const phaseMs = 1_000 * Number(env['AMBIT_SECONDS'] ?? 15)

/** The rounds, each of a phase without the attack and one with it. A busy machine disturbs both. */
const rounds = 3

/**
 * The longest time for which the server may work at once. Few writers wait less than that for each
 * other, and one step of the attack is already many times as long.
 */
const longestStepMs = 200

const many = <T>(length: number, make: (nth: number) => T): T[] =>
  Array.from({ length }, (_, nth) => make(nth))

const users = many(writerCount, (nth) => `user${nth}`)
const attacker = 'mallory'
const row = { id: 's', createdAt: 1, updatedAt: 1 }
const claim = { id: 's', claim: 'c' }
const say = (id: string, content: string) => ({ id, role: 'user', content })

/** Returns the bytes of a body, so that an attack costs this process little. */
const bodyOf = (asked: unknown): Buffer => Buffer.from(JSON.stringify(asked))

const writeOf = (id: string, content: string, session = 's'): Buffer =>
  bodyOf({
    operation: 'write',
    ...claim,
    id: session,
    write: { at: 1, id: `w-${id}`, messages: [say(id, content)] },
  })

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

  async ask(user: string, body: Buffer): Promise<IncomingMessage> {
    const response = await this.#send(user, '?page=p', body)
    if (response.statusCode === 200) return response
    throw new Error(`${user} was answered ${response.statusCode}: ${await buffer(response)}`)
  }

  async follow(user: string, page: string): Promise<void> {
    const response = await this.#send(user, `/events?page=${page}`)
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
        await buffer(await this.ask(user, body))
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

  async #send(user: string, path: string, body?: Buffer): Promise<IncomingMessage> {
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
  /** The requests that were answered, by their kind. */
  readonly answered: Record<string, number> = {}
  readonly #users: Users
  readonly #waiting = many(1_000, (nth) => ({ id: `w${nth}`, content: 'x'.repeat(1_950) }))
  readonly #claimWaiting = { operation: 'claim', claim: 'c', row: { ...row, id: 'waiting' } }
  readonly #marks = Object.entries(hostileTexts).map(([id, text]) => writeOf(id, text, 'marks'))
  readonly #kinds: Readonly<Record<string, (isOver: () => boolean) => Promise<void>>> = {
    'joined reads': () =>
      this.#ask(
        'joined reads',
        many(10, () => ({ operation: 'messages', id: 's' })),
      ),
    'joined claims': () =>
      this.#ask(
        'joined claims',
        many(10, () => ({ ...this.#claimWaiting, id: 'waiting' })),
      ),
    'long searches': (isOver) => this.#search(isOver),
    'runs of marks': (isOver) => this.#writeMarks(isOver),
    'many waiting': async () => {
      const again = { ...this.#claimWaiting, id: 'waiting', waiting: this.#waiting }
      await this.#ask('many waiting', again)
      await this.#ask('many waiting', { operation: 'release', id: 'waiting', claim: 'c' })
    },
  }

  constructor(users: Users) {
    this.#users = users
  }

  /** Stores what the attack reads. */
  async prepare(): Promise<void> {
    await this.#ask('claim', { operation: 'claim', ...claim, row })
    for (const [id, text] of Object.entries(hostileTexts))
      await this.#send('write', writeOf(id, text))
    const content = 'abc é '.repeat(550_000)
    for (const nth of Array(15).keys()) await this.#send('write', writeOf(`m${nth}`, content))
    await this.#ask('claim', { ...this.#claimWaiting, id: 'waiting', waiting: this.#waiting })
  }

  async attackWhile(work: Promise<unknown>): Promise<void> {
    let isWorkOver = false
    const isOver = (): boolean => isWorkOver
    const attacks = Object.values(this.#kinds).map(async (attack) => {
      while (!isOver()) await attack(isOver)
    })
    try {
      await work
    } finally {
      isWorkOver = true
    }
    await Promise.all(attacks)
  }

  async #search(isOver: () => boolean): Promise<void> {
    for (const query of hostileQueries) {
      for (let more: object | undefined = {}; more && !isOver();) {
        const response = await this.#send(
          'long searches',
          bodyOf({ operation: 'list', query, ...more }),
        )
        more = ((await json(response)) as { more?: object }).more
      }
    }
  }

  /** Deletes them at the end, so that they do not fill the disk. */
  async #writeMarks(isOver: () => boolean): Promise<void> {
    const session = { ...claim, id: 'marks' }
    await this.#ask('runs of marks', {
      operation: 'claim',
      ...session,
      row: { ...row, id: 'marks' },
    })
    for (const body of [...this.#marks, ...this.#marks]) {
      if (!isOver()) await buffer(await this.#send('runs of marks', body))
    }
    await this.#ask('runs of marks', { operation: 'delete', id: 'marks' })
  }

  async #ask(kind: string, asked: unknown): Promise<void> {
    await buffer(await this.#send(kind, bodyOf(asked)))
  }

  async #send(kind: string, body: Buffer): Promise<IncomingMessage> {
    const response = await this.#users.ask(attacker, body)
    this.answered[kind] = (this.answered[kind] ?? 0) + 1
    return response
  }
}

const why = isLong ? '' : ' (skipped: only in `pnpm test:long`)'

describe.skipIf(!isLong)(`a proxy with one user who attacks${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ambit-attacked-'))
  const server = new KilledServer(join(folder, 'sessions.db'), 600_000)
  let all: Users
  beforeAll(async () => {
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
      await Promise.all(
        users.map(async (user) =>
          buffer(await all.ask(user, bodyOf({ operation: 'claim', ...claim, row }))),
        ),
      )
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
