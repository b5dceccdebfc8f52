import process from 'node:process'
import { tokenAuth } from '@ambit/proxy'
import { providersFromEnv } from '@ambit/proxy/providers'
import { redisStore } from '@ambit/proxy/redis'
import { createClient } from 'redis'

const { AMBIT_TOKENS = '', REDIS_URL = '' } = process.env
const pairs = AMBIT_TOKENS.split(',').filter(Boolean)

const client = createClient({ url: REDIS_URL })
client.on('error', (error) => console.error(error.message))
await client.connect()
const store = redisStore(client)

/** The options of `createProxy`. */
export default {
  // Replace it with your own sign-in, if people and not services call the proxy.
  authorize: tokenAuth(Object.fromEntries(pairs.map((pair) => pair.trim().split(/=(.*)/, 2)))),
  models: providersFromEnv(process.env).models,
  limits: {
    requests: 30,
    streams: 3,
    tokens: { max: 500_000, per: '1d' },
    store,
  },
  // Steps send less if Redis may keep parts of conversations for 10 minutes:
  // use: [prefixes({ store })],
}
