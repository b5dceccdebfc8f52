import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { serverStorage } from '@ambit/browser/server-storage'
import type { AgentStorage } from '@ambit/core/storage'
import { sha256 } from '@ambit/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { noServer, type RedisServer, startRedis } from '../redis/redis-server.ts'
import { FakeS3 } from '../sessions/fake-s3.ts'
import { noPostgres, PostgresServer } from '../sessions/postgres-server.ts'
import { startImage } from './image.ts'

const isLong = env['AMBIT_LONG'] === '1'
const why = isLong ? (noServer ?? noPostgres) : 'only in `pnpm test:long`'

/** The users. Each writes conversations, and has followers. `AMBIT_USERS` is for a small run. */
const userCount = Number(env['AMBIT_USERS'] ?? 50)
const followersPerUser = 20
const users = Array.from({ length: userCount }, (_, nth) => `user${nth}`)
const tokenOf = (user: string): string => `token-of-${user}-`.padEnd(40, '0')
const messageText = 'x'.repeat(1_000)
const file = new Blob([new Uint8Array(20_000)])

/** A server in front of the proxies. A request of a page goes to the next one, killed or not. */
class Balancer {
  readonly failures = new Map<string, number>()
  readonly #origins: string[]
  #pages = 0

  constructor(ports: readonly string[]) {
    this.#origins = ports.map((port) => `http://127.0.0.1:${port}`)
  }

  storageOf(user: string): AgentStorage {
    const headers = { authorization: `Bearer ${tokenOf(user)}` }
    // With one count for all pages, chance could send each try of a page to the killed one.
    let count = this.#pages++
    const next: typeof fetch = async (input, init) => {
      const origin = this.#origins[count++ % this.#origins.length] ?? ''
      try {
        const response = await fetch(String(input).replace('http://proxies', origin), init)
        if (!response.ok) this.#note(await reasonOf(response.clone()))
        return response
      } catch (thrown) {
        if (!init?.signal?.aborted) this.#note('no connection')
        throw thrown
      }
    }
    return serverStorage({ baseURL: 'http://proxies/api/agent', headers, fetch: next })
  }

  #note(what: string): void {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1)
  }
}

/** Returns the status of a refusal, and the limit that it names. */
const reasonOf = async (response: Response): Promise<string> =>
  [response.status, /`limits\.\w+`/.exec(await response.text())?.[0] ?? ''].join(' ').trim()

/** Returns the resident memory of a process, in bytes. */
const memoryOf = (pid: number | undefined): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** Stores a conversation of some messages and a file. */
async function converse(storage: AgentStorage, id: string, messages: number): Promise<void> {
  const claim = await storage.claim(id, { at: 1 })
  for (let nth = 0; nth < messages; nth++) {
    const message = { id: `${id}m${nth}`, parentId: null, createdAt: nth, content: messageText }
    await claim?.write({ at: nth, next: nth, messages: [{ ...message, role: 'user' }] })
  }
  await storage.putBlob?.(id, await sha256(id), file)
  await claim?.release()
}

/** Lets each user write twice as many conversations at once, until a request fails. */
async function findFailure(balancer: Balancer): Promise<string> {
  const pages = users.map((user) => balancer.storageOf(user))
  for (let atOnce = 1; atOnce <= 64; atOnce *= 2) {
    const ids = Array.from({ length: atOnce }, (_, nth) => `of${atOnce}n${nth}`)
    await Promise.allSettled(pages.flatMap((page) => ids.map((id) => converse(page, id, 2))))
    if (balancer.failures.size > 0) {
      return `${JSON.stringify([...balancer.failures])}, with ${atOnce} conversations of each user at once`
    }
  }
  return 'nothing, with 64 conversations of each user at once'
}

describe.skipIf(why !== undefined)(`several proxies${why ? ` (skipped: ${why})` : ''}`, () => {
  const postgres = new PostgresServer()
  const s3 = new FakeS3()
  let redis: RedisServer
  beforeAll(async () => {
    await postgres.create()
    await s3.start()
    redis = await startRedis()
  }, 120_000)
  afterAll(async () => {
    redis.process.kill('SIGKILL')
    await s3.stop()
    await postgres.remove()
  })

  it(
    'lose nothing when one is killed, and tell what they can do',
    { timeout: 900_000 },
    async () => {
      const compose = parse(
        readFileSync(join(import.meta.dirname, '../../docker/several/compose.yaml'), 'utf8'),
      )
      const variables = {
        ...compose.services.proxy.environment,
        ...s3.env,
        AMBIT_TOKENS: users.map((user) => `${user}=${tokenOf(user)}`).join(),
        OPENAI_API_KEY: 'sk-test',
        ANTHROPIC_API_KEY: '',
        REDIS_URL: redis.url,
        DATABASE_URL: postgres.url,
        AMBIT_BUCKET: 'chats',
      }
      const args = ['--config', 'proxy.config.js']
      const proxies = [await startImage(args, variables), await startImage(args, variables)]
      const balancer = new Balancer(proxies.map(({ port }) => port))
      const pages = users.map((user) => balancer.storageOf(user))

      const heard = new Map<AgentStorage, number>()
      const stops: (() => void)[] = []
      const follow = async (count: number): Promise<AgentStorage[]> => {
        const followers: AgentStorage[] = []
        for (let nth = 0; nth < count; nth++) {
          const next = users.map((user) => balancer.storageOf(user))
          for (const follower of next) {
            const stop = follower.watch('s', (note) => {
              if (note.type === 'advanced') heard.set(follower, note.next)
            })
            stops.push(stop)
          }
          await Promise.all(next.map((follower) => follower.read('s')))
          followers.push(...next)
        }
        return followers
      }
      // The first of anything loads code, which is not what one more costs.
      const first = await follow(followersPerUser / 2)
      await Promise.all(pages.map((page) => converse(page, 'first', 2)))
      const before = proxies.map(({ child }) => memoryOf(child.pid))
      const followers = await follow(followersPerUser)
      const grown = proxies.map(({ child }, nth) => memoryOf(child.pid) - (before[nth] ?? 0))
      const bytes = grown.reduce((sum, each) => sum + each, 0) / followers.length

      const startedAt = performance.now()
      const ids = ['s', ...Array.from({ length: 3 }, (_, nth) => `s${nth}`)]
      await Promise.all(
        pages.map(async (page) => {
          for (const id of ids) await converse(page, id, 2)
        }),
      )
      const seconds = (performance.now() - startedAt) / 1_000
      const all = first.length + followers.length
      await expect.poll(() => heard.size, { timeout: 60_000 }).toBe(all)
      const whole = [...balancer.failures]

      // One is killed while all write.
      const [killed] = proxies
      const writing = Promise.all(pages.map((page) => converse(page, 't', 3)))
      killed?.child.kill('SIGKILL')
      await writing
      const other = new Balancer(proxies.slice(1).map(({ port }) => port))
      for (const user of users) {
        const page = other.storageOf(user)
        for (const [id, count] of [
          ['s', 2],
          ['t', 3],
        ] as const) {
          expect(await page.readMessages(id, { from: 0 })).toHaveLength(count)
          expect((await page.getBlob?.(id, await sha256(id)))?.size).toBe(file.size)
        }
      }
      for (const stop of stops) stop()

      const { port } = await startImage(args, variables)
      const ramp = new Balancer([port, ...proxies.slice(1).map((proxy) => proxy.port)])
      console.warn(
        [
          `two proxies: ${((users.length * ids.length) / seconds).toFixed(1)} conversations a second, each of 2 messages and a file`,
          `${all} followers, ${Math.round(bytes / 1_000)} kB each`,
          `failures until then: ${JSON.stringify(whole)}`,
          `failures with one killed: ${JSON.stringify([...balancer.failures])}`,
          `what fails first: ${await findFailure(ramp)}`,
        ].join('\n'),
      )
    },
  )
})
