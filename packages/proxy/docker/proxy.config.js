import process from 'node:process'
import { limits, tokenAuth } from '@ambit/proxy'
import { providersFromEnv } from '@ambit/proxy/providers'
import { createRedisStore } from '@ambit/proxy/redis'
import { createClient } from 'redis'

const { AMBIT_TOKENS = '', REDIS_URL = '' } = process.env
const pairs = AMBIT_TOKENS.split(',').filter(Boolean)

const { models, modelsWithoutKey } = providersFromEnv(process.env)
const client = createClient({ url: REDIS_URL })
client.on('error', (error) => console.error(error.message))
await client.connect()

/** The options of `createProxy`. */
export default {
  // Replace it with your own sign-in, if people and not services call the proxy.
  authorize: tokenAuth(Object.fromEntries(pairs.map((pair) => pair.trim().split(/=(.*)/, 2)))),
  models,
  modelsWithoutKey,
  limits: limits({
    requestsPerMinute: 30,
    concurrentStreams: 3,
    tokens: { max: 500_000, windowMs: 24 * 60 * 60 * 1000 },
    store: createRedisStore({ client }),
  }),
  // Steps send less if Redis may keep parts of conversations for 10 minutes:
  // prefixes: createRedisPrefixes({ client }),
}
