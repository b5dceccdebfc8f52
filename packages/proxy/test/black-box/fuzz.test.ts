import { env } from 'node:process'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createProxy } from '../../src/create-proxy.ts'
import type { PassThroughRoute } from '../../src/pass-through/pass-through-route.ts'
import { passThrough } from '../../src/pass-through/pass-through.ts'
import type { ProxyLog } from '../../src/proxy-log.ts'
import { plantedKey, samples } from '../gateway-under-test.ts'

const isLong = Boolean(env['AMBIT_LONG'])
const upstreamHost = 'upstream.example'

/** Creates a proxy that records every URL and every header that it sends. */
function recorder(answer: () => Response) {
  const asked: { url: string; headers: Record<string, string>; body: string }[] = []
  const log: ProxyLog[] = []
  const upstream: typeof fetch = async (url, init) => {
    asked.push({ url: String(url), headers: Object(init?.headers), body: String(init?.body) })
    return answer()
  }
  const shared = {
    apiKey: () => plantedKey,
    baseURL: `https://${upstreamHost}/v1`,
    fetch: upstream,
  }
  const proxy = createProxy({
    authorize: () => 'ada',
    use: [
      passThrough({
        openai: { wire: 'openai', models: ['gpt-5'], ...shared },
        anthropic: { wire: 'anthropic', models: ['claude-sonnet-5-5'], ...shared },
        google: { wire: 'google', models: ['gemini-2.5-flash'], ...shared },
        mine: { wire: 'openai-compatible', models: ['qwen3'], ...shared },
      }),
    ],
    log: (entry) => log.push(entry),
  })
  return { proxy, asked, log }
}

const mark = 'from-client-7c21'
const refuse = () => new Response('{}', { status: 400 })

const headerName = fc.oneof(
  fc.constantFrom(
    'authorization',
    'x-api-key',
    'x-goog-api-key',
    'api-key',
    'referer',
    'forwarded',
    'x-forwarded-host',
    'x-forwarded-for',
    'openai-organization',
    'openai-beta',
    'anthropic-beta',
    'anthropic-version',
    'x-stainless-os',
    'te',
    'x-portkey-custom-host',
    'upstream-url',
    'accept',
    'x-http-method-override',
    'x-original-url',
    'x-rewrite-url',
    'user-agent',
    'traceparent',
  ),
  fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/).map((name) => `x-${name}`),
)
const headers = fc.dictionary(
  headerName,
  fc.stringMatching(/^[ -~]{0,20}$/).map((value) => `${mark}${value}`),
  { maxKeys: 8 },
)

const segment = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '%2e%2e',
    '%2f',
    '\\',
    '%5c',
    '%00',
    '@evil.example',
    '//evil.example',
    ':443',
    'openai',
    'google',
    'anthropic',
    'chat',
    'completions',
    'responses',
    'messages',
    'models',
    'v1',
    'v1beta',
    '__proto__',
    'constructor',
    'gemini-2.5-flash:generateContent',
    'mcp',
    'model',
    '.evil.example',
    'gemini-2.5-flash:streamGenerateContent',
    '..%2f..%2fevil',
    '%252e%252e',
    ';',
    'http:',
    'https://evil.example',
  ),
  fc.webFragments(),
  fc.string({ maxLength: 8 }),
)
const path = fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`)
const query = fc.webQueryParameters()
const extra = fc.dictionary(
  fc.oneof(
    fc.constantFrom('api_base', 'base_url', 'host', 'url', 'model', 'key', 'provider', 'stream'),
    fc.string({ maxLength: 10 }),
  ),
  fc.oneof(fc.webUrl(), fc.constant('//evil.example'), fc.jsonValue({ maxDepth: 1 })),
  { maxKeys: 4 },
)
const sample = fc.constantFrom(...samples)

describe('whatever a client sends', () => {
  it(
    'P2 P17 goes to the configured host and path, and carries no header of the client',
    { timeout: 900_000 },
    async () => {
      const { proxy, asked, log } = recorder(refuse)
      let calls = 0
      const run = fc.asyncProperty(
        sample,
        path,
        fc.boolean(),
        query,
        headers,
        extra,
        async (one, rest, isKnown, search, sent, fields) => {
          asked.length = 0
          log.length = 0
          const target = `https://app.example/api/agent${isKnown ? one.path : rest}${search && `?${search}`}`
          if (!URL.canParse(target)) return
          const response = await proxy(
            new Request(target, {
              method: 'POST',
              headers: { ...sent, 'content-type': 'application/json' },
              body: JSON.stringify({ ...fields, ...one.json }),
            }),
          )
          const answer = (await response.text()) + JSON.stringify([...response.headers])
          expect(answer).not.toContain(plantedKey.slice(0, 6))
          calls += asked.length
          for (const { url, headers } of asked) {
            const { host, pathname, username, search } = new URL(url)
            expect(host).toBe(upstreamHost)
            expect(username).toBe('')
            expect(pathname).toMatch(
              /^\/v1\/(chat\/completions|responses|messages|models\/gemini-2\.5-flash:(stream)?[gG]enerateContent)$/,
            )
            expect(['', '?alt=sse']).toContain(search)
            expect(JSON.stringify(headers)).not.toContain(mark)
          }
        },
      )
      await fc.assert(run, { numRuns: isLong ? 100_000 : 2_000, seed: 5 })
      expect(calls).toBeGreaterThan(isLong ? 5_000 : 100)
    },
  )
})

/** The ways in which providers, and gateways to them, put a key into an error. */
const bodies: readonly ((key: string) => string)[] = [
  (key) =>
    JSON.stringify({
      error: { message: `Incorrect API key provided: ${key}.`, code: 'invalid_api_key' },
    }),
  (key) =>
    JSON.stringify({
      error: { message: `Incorrect API key provided: ${key.slice(0, 10)}***${key.slice(-4)}` },
    }),
  (key) =>
    JSON.stringify({
      type: 'error',
      error: { type: 'authentication_error', message: key },
      request_id: key,
    }),
  (key) =>
    JSON.stringify({
      error: { status: 'UNAUTHENTICATED', details: [{ metadata: { consumer: key } }] },
    }),
  (key) => JSON.stringify([{ error: { code: 400, message: `API key not valid: ${key}` } }]),
  (key) => `<html><body>Bad gateway. Authorization: Bearer ${key}</body></html>`,
  (key) => `curl -H 'x-api-key: ${key}'`,
  (key) =>
    JSON.stringify({ detail: [{ loc: ['header', 'authorization'], input: `Bearer ${key}` }] }),
  (key) => key.repeat(2_000),
  (key) => JSON.stringify({ error: { code: key, type: key, param: key, message: key } }),
]
const statuses = [
  400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 529, 418, 451, 599, 402, 424,
  301,
]

describe('whatever a provider answers with when it fails', () => {
  const cases = statuses.flatMap((status) => bodies.map((body) => ({ status, body })))

  it(`P32 tells nothing of the key, by ${cases.length} bodies`, async () => {
    expect(cases.length).toBeGreaterThanOrEqual(200)
    for (const [index, { status, body }] of cases.entries()) {
      const text = body(plantedKey)
      const { proxy, log } = recorder(
        () =>
          new Response(text, {
            status,
            headers: {
              'x-key': plantedKey,
              'www-authenticate': plantedKey,
              location: `/${plantedKey}`,
            },
          }),
      )
      const one = samples[index % samples.length]
      const response = await proxy(
        new Request(`https://app.example/api/agent${one?.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(one?.json),
        }),
      )
      const seen = (await response.text()) + JSON.stringify([[...response.headers], log])
      expect(response.status).toBeGreaterThanOrEqual(400)
      for (let at = 0; at + 6 <= plantedKey.length; at++) {
        expect(seen).not.toContain(plantedKey.slice(at, at + 6))
      }
    }
  })

  it('P15 P32 tells nothing of what a key’s callback threw, but to the log', async () => {
    const cause = new Error(`vault: ${plantedKey}`)
    const log: ProxyLog[] = []
    const proxy = createProxy({
      authorize: () => 'ada',
      use: [
        passThrough({
          openai: { wire: 'openai', models: ['gpt-5'], apiKey: () => Promise.reject(cause) },
        }),
      ],
      log: (entry) => log.push(entry),
    })
    const [chat] = samples
    const response = await proxy(
      new Request(`https://app.example/api/agent${chat?.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(chat?.json),
      }),
    )
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('planted')
    expect(log[0]?.cause).toEqual({ name: 'Error', message: 'vault: ***' })
  })
})

describe('a key', () => {
  it('P15 is asked for at each request, so that it can change while the proxy runs', async () => {
    const keys = ['key-one', 'key-two']
    const sent: string[] = []
    const proxy = createProxy({
      authorize: () => 'ada',
      use: [
        passThrough({
          openai: {
            wire: 'openai',
            models: ['gpt-5'],
            apiKey: async () => keys.shift() ?? '',
            async fetch(_url, init) {
              sent.push(Object(init?.headers).authorization)
              return refuse()
            },
          },
        }),
      ],
    })
    const [chat] = samples
    for (let nth = 0; nth < 2; nth++) {
      await proxy(
        new Request(`https://app.example/api/agent${chat?.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(chat?.json),
        }),
      )
    }
    expect(sent).toEqual(['Bearer key-one', 'Bearer key-two'])
  })
})

describe('passThrough', () => {
  const shared = { wire: 'openai', apiKey: 'k', models: ['m'] } as const
  it.each<[string, Record<string, PassThroughRoute>, string]>([
    ['no key', { a: { ...shared, apiKey: undefined } }, '`a.apiKey` is missing'],
    ['P4 no model', { a: { ...shared, models: [] } }, '`a.models` is empty'],
    ['P3 a name with a slash', { 'a/b': shared }, '`a/b` cannot name a route'],
    ['P3 the name of an own route', { model: shared }, '`model` cannot name a route'],
    [
      'P38 http to another machine',
      { a: { ...shared, baseURL: 'http://x.example' } },
      '`a.baseURL` is http',
    ],
    [
      'P38 a password in the URL',
      { a: { ...shared, baseURL: 'https://u:p@x.example' } },
      '`a.baseURL` holds',
    ],
    [
      'P38 a query in the URL',
      { a: { ...shared, baseURL: 'https://x.example?a' } },
      '`a.baseURL` holds a query',
    ],
    ['P38 no URL', { a: { ...shared, baseURL: 'x' } }, '`a.baseURL` is not'],
    ['P38 another scheme', { a: { ...shared, baseURL: 'file:///x' } }, '`a.baseURL` is not'],
    [
      'P38 no host for a compatible server',
      { a: { ...shared, wire: 'openai-compatible' } },
      '`a.baseURL` is not',
    ],
    [
      'P8 a ceiling of nothing',
      { a: { ...shared, maxOutputTokens: 0 } },
      '`a.maxOutputTokens` is 0',
    ],
    [
      'an unknown wire',
      { a: { ...shared, wire: 'constructor' as 'openai' } },
      '`a.wire` is "constructor"',
    ],
  ])('refuses to start with %s', (_what, routes, message) => {
    expect(() => passThrough(routes)).toThrow(message)
  })

  it('P38 takes http to this machine, and to another where it is allowed', () => {
    for (const baseURL of ['http://localhost:11434/v1', 'http://127.0.0.1/v1', 'http://[::1]/v1']) {
      expect(() => passThrough({ a: { ...shared, baseURL } })).not.toThrow()
    }
    const route = { ...shared, baseURL: 'http://models.internal/v1', allowHttp: true }
    expect(() => passThrough({ a: route })).not.toThrow()
  })
})
