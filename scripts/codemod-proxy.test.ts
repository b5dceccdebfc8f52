import { describe, expect, it } from 'vitest'
import { change } from './codemod-change.ts'

const before = `import { createServer } from 'node:http'
import { createMemorySignIns, createMemoryStore, createProxy, limits, type ProxyLogEntry, retries } from '@ambit/proxy'
import { createNodeFetch, toNodeListener } from '@ambit/proxy/node'
import { createRedisStore } from '@ambit/proxy/redis'

const log = (entry: ProxyLogEntry) => console.log(entry.firstByteMs)
const proxy = createProxy({
  authorize,
  models: { m: { model, acceptApiKey: true, providerOptions: { openai: {} }, allowProviderTools: ['x'] }, n: model },
  basePath: '/agent',
  allowedOrigins: ['https://a.example'],
  allowCredentials: true,
  heartbeatMs: 1000, // Bun
  maxBodyBytes,
  routes: [mcpServers({ a: { url, oauth: { clientId, store: createMemorySignIns() } } })],
  limits: limits({
    requestsPerMinute: 30,
    concurrentStreams,
    tokens: { max: 5, windowMs: 60_000 },
    maxOutputTokens: 100,
    store: createRedisStore({ client, keyPrefix: 'a' }),
  }),
  retries: retries({ maxRetries: 1, maxWaitMs: 5, breaker: { windowMs: 9 } }),
  log,
})
const other = createProxy({ allowedOrigins, timeouts: { firstByteMs: 5, idleMs: 9 } })
createServer(toNodeListener(proxy))
const fetch = createNodeFetch({ connectTimeoutMs: 5 })
const stores = { createMemoryStore, of: createRedisStore({ client: redis }) }
`

const after = `import { createServer } from 'node:http'
import { memoryStore, createProxy, type ProxyLog } from '@ambit/proxy'
import { nodeFetch, nodeListener } from '@ambit/proxy/node'
import { redisStore } from '@ambit/proxy/redis'

const log = (entry: ProxyLog) => console.log(entry.firstByteMs)
const proxy = createProxy({
  authorize,
  models: { m: { model, key: 'either', provider: { options: { openai: {} }, tools: ['x'] } }, n: model },
  path: '/agent',
  origins: {
    allow: ['https://a.example'],
    credentials: true,
  },
  timeouts: {
    // Bun
    heartbeat: 1000,
  },
  bytes: { request: maxBodyBytes },
  use: [mcpServers({ a: { url, oauth: { clientId, store: memoryStore() } } })],
  limits: {
    requests: 30,
    streams: concurrentStreams,
    tokens: { max: 5, per: 60_000 },
    outputTokens: 100,
    store: redisStore(client, { keyPrefix: 'a' }),
  },
  retry: { max: 1, wait: 5, breaker: { per: 9 } },
  log,
})
const other = createProxy({ origins: allowedOrigins, timeouts: { connect: 5, idle: 9 } })
createServer(nodeListener(proxy))
const fetch = nodeFetch({ connect: 5 })
const stores = { createMemoryStore: memoryStore, of: redisStore(redis) }
`

describe('the codemod of @ambit/proxy', () => {
  it('moves the options into their groups, and renames what is imported', () => {
    expect(change(before)).toEqual({ code: after, places: [] })
  })

  it('asks once more for the models of a server', () => {
    const code = `import { findProviders } from '@ambit/proxy/providers'\nconst a = await findProviders(env)\n`
    expect(change(code).code).toBe(
      `import { providersFromEnv } from '@ambit/proxy/providers'\nconst a = await providersFromEnv(env, { ask: true })\n`,
    )
  })

  it('puts the options of a call in its place', () => {
    const code = `import { createProxy, limits, retries } from '@ambit/proxy'\ncreateProxy({ limits: limits(mine), retries: retries() })\n`
    expect(change(code)).toEqual({
      code: `import { createProxy } from '@ambit/proxy'\ncreateProxy({ limits: mine, retry: {} })\n`,
      places: ['2: The options of `limits` have other names now'],
    })
  })

  it('tells of types that have no name any more', () => {
    const code = `import type { ProxyHandler, ProxyOptions } from '@ambit/proxy'\n`
    expect(change(code)).toEqual({ code, places: ['1: `ProxyHandler` has no name any more'] })
  })

  it('knows what is imported under another name, and what is given by name', () => {
    const { code, places } =
      change(`import { createMemoryStore as store, createProxy, limits as toLimits } from '@ambit/proxy'
import { config } from './config.ts'
const options = { basePath: '/a', limits: toLimits({ requestsPerMinute: 1, store: store() }) }
createProxy(options)
createProxy(config)
const all = (own) => createProxy({ limits: own })
export { toLimits }
`)
    expect(code)
      .toBe(`import { memoryStore as store, createProxy, limits as toLimits } from '@ambit/proxy'
import { config } from './config.ts'
const options = { path: '/a', limits: { requests: 1, store: store() } }
createProxy(options)
createProxy(config)
const all = (own) => createProxy({ limits: own })
export { toLimits }
`)
    expect(places).toEqual([
      '5: These options come from elsewhere: look at their names there',
      '7: `limits` is gone',
    ])
  })

  it('tells of the time that a store in memory keeps texts', () => {
    const { code, places } = change(`import { createMemoryPrefixes } from '@ambit/proxy'
export const store = createMemoryPrefixes({ keptMs: 5 })
`)
    expect(code).toContain('memoryStore({ keptMs: 5 })')
    expect(places).toEqual(['2: `keptMs` is `prefixes({ ttl })` now'])
  })

  it('leaves alone what only has the same name', () => {
    const code = `import { limits } from './limits.ts'\nexport const a = limits({ requestsPerMinute: 1 })\n`
    expect(change(code)).toEqual({ code, places: [] })
  })

  it.each([
    ['prefixes: createMemoryPrefixes()', '`prefixes` is `use: [prefixes({ store })]` now'],
    ["modelsWithoutKey: ['a']", "`modelsWithoutKey` is `models: { id: { key: 'none' } }` now"],
    ['limits: limits({ prices })', '`prices` is `prices` of `createProxy` now'],
    ['limits: limits({ storeMs: 5 })', '`storeMs` is `timeouts.store` of `createProxy` now'],
    ['heartbeatMs: 5, timeouts: {}', '`heartbeatMs` stays: `timeouts` is there already'],
  ])('tells of what a user has to move: %s', (option, why) => {
    const names = 'createMemoryPrefixes, createProxy, limits'
    const code = `import { ${names} } from '@ambit/proxy'\ncreateProxy({ ${option} })\n`
    expect(change(code).places).toEqual([`2: ${why}`])
  })
})
