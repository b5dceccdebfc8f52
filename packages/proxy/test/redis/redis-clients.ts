import { env } from 'node:process'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterAll, beforeAll } from 'vitest'
import { noServer, startRedis } from './redis-server.ts'

/** The packages of a client, each with its number for `clientOf`. */
export const packages: [string, number][] = [
  ['redis', 0],
  ['ioredis', 1],
]

/** True if there is a Redis: the one of `REDIS_URL`, or one that can be started. */
export const isAvailable: boolean = Boolean(env['REDIS_URL']) || !noServer

/** The end of the name of tests that need a Redis: the reason for which they are skipped. */
export const skipped: string = isAvailable ? '' : ` (skipped: ${noServer})`

/** Creates a client whose Redis is down. */
export const createLostClient = (): Redis =>
  new Redis(1, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })

/** The clients of one Redis, for the tests of a file. */
export interface RedisClients {
  /** Returns the client of a package. Throws without a Redis. */
  clientOf: (nth: number) => object
  /** Returns the keys that fit a pattern. */
  keys: (pattern: string) => Promise<string[]>
  /** Returns the milliseconds until a key is forgotten. */
  timeLeft: (key: string) => Promise<number>
}

/** Connects a client of each package before the tests of a file, and closes them afterwards. */
export function connectRedis(): RedisClients {
  let clients: [Awaited<ReturnType<typeof connect>>, Redis] | undefined
  let stop = () => {}

  beforeAll(async () => {
    if (!isAvailable) return
    const server = env['REDIS_URL'] ? undefined : await startRedis()
    stop = () => void server?.process.kill()
    const url = server?.url ?? env['REDIS_URL'] ?? ''
    clients = [await connect(url), new Redis(url)]
  })
  afterAll(async () => {
    await Promise.all([clients?.[0].close(), clients?.[1].quit()])
    stop()
  })

  const open = (): NonNullable<typeof clients> => {
    if (!clients) throw new Error('There is no Redis')
    return clients
  }
  return {
    clientOf: (nth) => open()[nth] ?? {},
    keys: (pattern) => open()[1].keys(pattern),
    timeLeft: (key) => open()[1].pttl(key),
  }
}

const connect = (url: string) => createClient({ url }).connect()
