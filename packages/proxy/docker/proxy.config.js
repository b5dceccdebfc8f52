import process from 'node:process'
import { tokenAuth } from '@ambit/proxy'
import { providersFromEnv } from '@ambit/proxy/providers'
import { redisStore } from '@ambit/proxy/redis'
import { postgresSessions, s3Files, sessions } from '@ambit/proxy/sessions'
import { Pool } from 'pg'
import { createClient } from 'redis'

const { AMBIT_TOKENS = '', REDIS_URL = '', DATABASE_URL, AMBIT_BUCKET, ...env } = process.env
const pairs = AMBIT_TOKENS.split(',').filter(Boolean)

const client = createClient({ url: REDIS_URL })
client.on('error', (error) => console.error(error.message))
await client.connect()
const store = redisStore(client)

/** Keeps conversations in a database, and their files in a bucket, if there are such. */
function keepSessions() {
  const pool = new Pool({ connectionString: DATABASE_URL })
  pool.on('error', (error) => console.error(error.message))
  const files =
    AMBIT_BUCKET &&
    s3Files({
      bucket: AMBIT_BUCKET,
      endpoint: env.AWS_ENDPOINT_URL ?? '',
      region: env.AWS_REGION ?? '',
      accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
      allowHttp: env.AMBIT_ALLOW_HTTP === 'true',
    })
  return sessions({ store: postgresSessions(pool, { files: files || undefined }) })
}

/** The options of `createProxy`. */
export default {
  // Replace it with your own sign-in, if people and not services call the proxy.
  authorize: tokenAuth(Object.fromEntries(pairs.map((pair) => pair.trim().split(/=(.*)/, 2)))),
  models: providersFromEnv(process.env).models,
  limits: {
    // A run with five calls that is stored makes about twenty.
    requests: DATABASE_URL ? 300 : 30,
    streams: 3,
    tokens: { max: 500_000, per: '1d' },
    store,
  },
  use: DATABASE_URL ? [keepSessions()] : [],
  // Steps send less if Redis may keep parts of conversations for 10 minutes:
  // use: [prefixes({ store })],
}
