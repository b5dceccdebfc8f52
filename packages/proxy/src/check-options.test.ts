import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { proxyUnderTest, requestOf } from '../test/proxy-under-test.ts'
import { mcpServers, memoryStore, passThrough, prefixes } from './index.ts'
import { nodeFetch } from './node.ts'
import { providersFromEnv } from './providers.ts'
import { redisStore } from './redis.ts'
import { ambitProxy } from './vite.ts'

afterEach(() => void vi.unstubAllEnvs())

const model = new MockLanguageModelV4()
const wire = 'openai' as const
const upstream = { wire, apiKey: 'k', models: ['gpt-5'] }
const client = { eval: async () => 1, get: async () => null, set: async () => null }

/** The factories, each with an option that it does not know, and the one that is meant. */
const unknown: [string, (given: never) => unknown, object, string][] = [
  ['createProxy', (given) => proxyUnderTest(given), { autorize: 1 }, 'authorize'],
  ['ambitProxy', (given) => ambitProxy(given), { autorize: 1 }, 'authorize'],
  ['limits', (limits) => proxyUnderTest({ limits }), { request: 1 }, 'requests'],
  ['a window', (tokens) => proxyUnderTest({ limits: { tokens } }), { max: 1, pers: 1 }, 'per'],
  [
    'a price',
    (m) => proxyUnderTest({ prices: { m } }),
    { input: 1, output: 1, cached: 1 },
    'cachedInput',
  ],
  ['retry', (retry) => proxyUnderTest({ retry }), { fallbacks: {} }, 'fallback'],
  ['a breaker', (breaker) => proxyUnderTest({ retry: { breaker } }), { failure: 1 }, 'failures'],
  ['timeouts', (timeouts) => proxyUnderTest({ timeouts }), { heartBeat: 1 }, 'heartbeat'],
  ['bytes', (bytes) => proxyUnderTest({ bytes }), { requests: 1 }, 'request'],
  [
    'origins',
    (origins) => proxyUnderTest({ origins }),
    { allow: [], credential: true },
    'credentials',
  ],
  ['a model', (m) => proxyUnderTest({ models: { m } }), { model, instruction: '' }, 'instructions'],
  [
    'its provider',
    (provider) => proxyUnderTest({ models: { m: { model, provider } } }),
    { allowed: [] },
    'allow',
  ],
  ['a pass-through', (up) => passThrough({ up }), { ...upstream, allowField: [] }, 'allowFields'],
  ['an MCP server', (up) => mcpServers({ up }), { url: 'https://x.example', header: 1 }, 'headers'],
  [
    'its sign-in',
    (oauth) => mcpServers({ up: { url: 'https://x.example', oauth } }),
    { clientId: 'a', clientsecret: 's' },
    'clientSecret',
  ],
  ['prefixes', (given) => prefixes(given), { tll: '1m' }, 'ttl'],
  ['memoryStore', (given) => memoryStore(given), { maxByte: 1 }, 'maxBytes'],
  ['redisStore', (given) => redisStore(client, given), { keyprefix: 'a' }, 'keyPrefix'],
  ['nodeFetch', (given) => nodeFetch(given), { httpAgents: 1 }, 'httpAgent'],
  ['providersFromEnv', (given) => providersFromEnv({}, given), { aks: true }, 'ask'],
]

describe.each(['development', 'production'])('in %s', (mode) => {
  it.each(unknown)('P10 an unknown option is refused: %s', (_what, make, given, meant) => {
    vi.stubEnv('NODE_ENV', mode)
    const name = Object.keys(given).at(-1)
    expect(() => make(given as never)).toThrow(
      new RegExp(`has no option \`${name}\`. Is it \`${meant}\`\\?$`),
    )
    expect(() => make(given as never)).toThrow(TypeError)
  })

  it('P10 an unknown option like no other is refused, with the names of all', () => {
    vi.stubEnv('NODE_ENV', mode)
    const given = { zz: 1 } as never
    expect(() => proxyUnderTest(given)).toThrow('createProxy has no option `zz`. Its options are')
    expect(() => ambitProxy(given)).toThrow('ambitProxy has no option `zz`. Its options are')
  })
})

describe('createProxy', () => {
  it.each<[string, object, string]>([
    ['a list of options', { limits: [] }, '`limits` must be an object of options: requests,'],
    ['a text for origins', { origins: 'https://a.example' }, '`origins` must be an object'],
    ['origins without a list', { origins: { credentials: true } }, '`origins.allow` must be'],
    [
      'a ledger that is not a function',
      { ledger: { append() {} } },
      '`ledger` is an object. Give a function',
    ],
    ['what is not a model', { models: { m: 'gpt-5' } }, '`models["m"]` must be an object'],
    [
      'rules without a model',
      { models: { m: { label: 'M' } } },
      '`models["m"].model` is undefined',
    ],
    [
      'another word for a key',
      { models: { m: { model, key: 'mine' } } },
      '`models["m"].key` is "mine"',
    ],
    [
      'a missing key with rules',
      { models: { m: { key: 'none', label: 'M' } } },
      'no option `label`',
    ],
    [
      'what nobody made',
      { use: [{ path: '/x' }] },
      '`use[0]` is an object. Give mcpServers(…), passThrough(…), sessions(…)',
    ],
    ['two plug-ins that keep parts', { use: [prefixes(), prefixes()] }, 'prefixes() twice'],
    ['bytes in words', { bytes: { request: '4mb' } }, '`bytes.request` is "4mb"'],
  ])('P10 refuses %s', (_what, options, message) => {
    expect(() => proxyUnderTest(options)).toThrow(message)
    expect(() => proxyUnderTest(options)).toThrow(TypeError)
  })

  const same = passThrough({ up: upstream })
  const here = mcpServers({ up: { url: 'https://x.example' } })
  it.each<[string, object, string]>([
    ['a text for a flag', { insecureDev: 'false' }, '`insecureDev` is a text. Give true or false.'],
    [
      'a text for the cookies of others',
      { origins: { allow: [], credentials: 'false' } },
      '`origins.credentials` is a text. Give true or false.',
    ],
    ...['', 'false', 0, null].map((given): [string, object, string] => [
      `a flag of a model: ${JSON.stringify(given)}`,
      { models: { m: { model, allowPrivateUrls: given } } },
      '`models["m"].allowPrivateUrls` is',
    ]),
    ...[null, '', 0, false, new Map(), ['a']].map((given): [string, object, string] => [
      `a list of tools that would allow any: ${JSON.stringify(given)}`,
      { models: { m: { model, allowTools: given } } },
      '`models["m"].allowTools` must be an object',
    ]),
    [
      'a tool with another text than a hash',
      { models: { m: { model, allowTools: { a: 'x' } } } },
      '`models["m"].allowTools["a"]` is a text',
    ],
    ...[Infinity, 0.5, '9', null].map((maxOutputTokens): [string, object, string] => [
      `an answer without an end: ${maxOutputTokens}`,
      { models: { m: { model, maxOutputTokens } } },
      `\`models["m"].maxOutputTokens\` is`,
    ]),
    ['half a request', { limits: { requests: 0.5 } }, '`limits.requests` is 0.5'],
    ['half a stream', { limits: { streams: 0.5 } }, '`limits.streams` is 0.5'],
    ['less than is counted', { limits: { costUsd: 1e-9 } }, '`limits.costUsd` is 1e-9'],
    [
      'a share above all calls',
      { retry: { breaker: { failures: 5 } } },
      '`retry.breaker.failures` is 5',
    ],
    ['a pause of nothing', { retry: { breaker: { per: 0 } } }, '`retry.breaker.per` is 0'],
    [
      'a pause without an end',
      { retry: { breaker: { per: Infinity } } },
      '`retry.breaker.per` is Infinity',
    ],
    [
      'the price of what is not a model',
      { prices: { n: { input: 1, output: 1 } } },
      '`prices` names "n", which is not a model of this proxy',
    ],
    ['another model in the place of one', { retry: { fallback: { m: 'n' } } }, 'must be a list'],
    ['what would not ask', { authorize: 'ada' }, '`authorize` is a text. Give a function'],
    ['no headers', { origins: { allow: [], headers: 'x' } }, '`origins.headers` must be a list'],
    ['two routes of one path', { use: [same, same] }, '`use` has /up twice'],
    ['two MCP servers of one path', { use: [here, here] }, '`use` has /mcp/up twice'],
  ])('P10 refuses %s', (_what, options, message) => {
    expect(() => proxyUnderTest(options)).toThrow(message)
    expect(() => proxyUnderTest(options)).toThrow(TypeError)
  })

  it.each<[string, object]>([
    ['allowFiles', { allowFiles: 'false' }],
    ['allowPrivateUrls', { allowPrivateUrls: 'false' }],
    ['allowHttp', { allowHttp: 'false' }],
    ['allowTools', { allowTools: false }],
    ['allowFields', { allowFields: ['n'] }],
    ['models', { models: 'gpt-5' }],
    ['maxOutputTokens', { maxOutputTokens: Infinity }],
    ['fetch', { fetch: {} }],
    ['apiKey', { apiKey: 5 }],
  ])('P10 refuses a pass-through whose `%s` cannot be', (name, options) => {
    expect(() => passThrough({ up: { ...upstream, ...options } })).toThrow(`\`up.${name}\` `)
  })

  it.each<[string, object]>([
    ['headers', { headers: { authorization: 'x' } }],
    ['oauth', { oauth: false }],
    ['oauth.allowPrivateUrls', { oauth: { clientId: 'a', allowPrivateUrls: 'false' } }],
    ['oauth.clientId', { oauth: { clientId: '', clientMetadataUrl: 'https://x.example/c' } }],
  ])('P10 refuses an MCP server whose `%s` is of another type', (name, options) => {
    const server = { url: 'https://x.example', ...options }
    expect(() => mcpServers({ up: server })).toThrow(`\`up.${name}\` `)
  })

  it('P32 says no text of an option that may be a secret', () => {
    const headers = 'sk-planted' as never
    expect(() => mcpServers({ up: { url: 'https://x.example', headers } })).toThrow(
      /^(?!.*planted)/,
    )
  })

  it('P10 takes the price of a model whose key is missing, and of a pass-through', () => {
    const price = { input: 1, output: 1 }
    const prices = { m: price, n: price, 'up/gpt-5': price }
    const models = { m: model, n: { key: 'none' } } as const
    expect(() =>
      proxyUnderTest({ models, prices, use: [passThrough({ up: upstream })] }),
    ).not.toThrow()
  })

  it('P10 says of an earlier name only where it was one', () => {
    const given = { up: { ...upstream, providerOptions: {} } }
    expect(() => passThrough(given)).toThrow(/`providerOptions`\. Is it `\w+`\?$/)
    expect(() => providersFromEnv({}, { routes: [] } as never)).toThrow('Is it `ask`?')
  })

  it('P27 takes times with their units', async () => {
    const model = new MockLanguageModelV4({ doStream: () => new Promise(() => {}) })
    const { handle, log } = proxyUnderTest({ timeouts: { total: '5ms', heartbeat: 0 } }, model)
    expect((await handle(requestOf())).status).toBe(504)
    expect(log).toMatchObject([{ code: 'upstream_total_timeout' }])
  })
})
