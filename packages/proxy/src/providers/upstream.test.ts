import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { encodeCall } from '@ambit/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { createProxy } from '../create-proxy.ts'
import type { ProxyLog } from '../proxy-log.ts'
import { providersFromEnv } from './providers-from-env.ts'

const key = 'sk-planted-0123456789abcdef'

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a provider's server that answers with `answer`. Returns its base URL. */
async function serverWith(answer: Answer): Promise<string> {
  const started = createServer(answer)
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/v1`
}

/** Starts a provider's server that answers with `answer`, and a proxy for it. */
async function proxyTo(answer: Answer) {
  const url = await serverWith(answer)
  const { models } = providersFromEnv({
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: url,
    GOOGLE_GENERATIVE_AI_API_KEY: key,
    GOOGLE_GENERATIVE_AI_BASE_URL: url,
    AMBIT_API_KEY: key,
    AMBIT_BASE_URL: url,
    AMBIT_MODELS: 'openai/gpt-5,anthropic/claude-sonnet-5-5,google/gemini-2.5-flash,compatible/x',
  })
  const log: ProxyLog[] = []
  const handle = createProxy({ authorize: () => 'ada', models, log: (entry) => log.push(entry) })
  const send = (modelId: string, signal?: AbortSignal) =>
    handle(
      new Request('https://app.example/api/agent/model?key=mine&base_url=http://mine', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: 'Bearer mine',
          'x-api-key': 'mine',
          'x-goog-api-key': 'mine',
          cookie: 'session=mine',
          origin: 'https://app.example',
          referer: 'https://app.example/mine',
          'openai-organization': 'mine',
          'anthropic-beta': 'mine',
          'x-forwarded-for': 'mine',
        },
        body: encodeCall(modelId, {
          prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
          headers: { 'x-from-call': 'mine' },
        }),
        ...(signal && { signal }),
      }),
    )
  return { send, log }
}

describe.each([
  ['openai/gpt-5', 'authorization', `Bearer ${key}`],
  ['anthropic/claude-sonnet-5-5', 'x-api-key', key],
  ['google/gemini-2.5-flash', 'x-goog-api-key', key],
  ['compatible/x', 'authorization', `Bearer ${key}`],
])('the provider of %s', (modelId, keyHeader, keyValue) => {
  it('P17 P32 gets the key of the server and nothing else of the client, and leaks neither', async () => {
    const requests: IncomingMessage[] = []
    const { send, log } = await proxyTo((request, response) => {
      requests.push(request)
      response.writeHead(401, {
        'set-cookie': key,
        'x-org': key,
        'content-type': 'application/json',
      })
      response.end(JSON.stringify({ error: { message: `Incorrect API key: ${key}`, type: key } }))
    })
    const response = await send(modelId)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.headers[keyHeader]).toBe(keyValue)
    expect(JSON.stringify([requests[0]?.headers, requests[0]?.url])).not.toContain('mine')
    expect(response.status).toBe(502)
    const seen = JSON.stringify([[...response.headers], await response.text(), log])
    expect(seen).toContain('upstream_unauthorized')
    expect(seen).not.toContain(key.slice(0, 6))
  })

  it('P29 is not followed to where it redirects', async () => {
    let requests = 0
    const { send } = await proxyTo((_request, response) => {
      requests += 1
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    const response = await send(modelId)
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_redirect' } })
    expect(requests).toBe(1)
  })

  it.each(['before it answers', 'after its headers'])(
    'P24 loses its connection when the client leaves %s',
    async (when) => {
      const arrived = Promise.withResolvers<void>()
      const closed = Promise.withResolvers<void>()
      const { send } = await proxyTo((_request, response) => {
        response.on('close', closed.resolve)
        if (when === 'after its headers') {
          response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
        }
        arrived.resolve()
      })
      const abort = new AbortController()
      const sending = send(modelId, abort.signal)
      await arrived.promise
      abort.abort()
      await expect(closed.promise).resolves.toBeUndefined()
      await (await sending).text().catch(() => {})
    },
  )

  it('cannot be reached', async () => {
    const { send } = await proxyTo(() => {})
    await new Promise((resolve) => server?.close(resolve))
    server = undefined
    expect(await (await send(modelId)).json()).toMatchObject({
      error: { code: 'upstream_unreachable', retryable: true },
    })
  })
})

describe.each<[string, (baseURL: string, fetch?: typeof globalThis.fetch) => LanguageModelV4]>([
  [
    'createOpenAI',
    (baseURL, fetch) => createOpenAI({ apiKey: key, baseURL, ...(fetch && { fetch }) })('m'),
  ],
  [
    'createAnthropic',
    (baseURL, fetch) => createAnthropic({ apiKey: key, baseURL, ...(fetch && { fetch }) })('m'),
  ],
  [
    'createGoogle',
    (baseURL, fetch) => createGoogle({ apiKey: key, baseURL, ...(fetch && { fetch }) })('m'),
  ],
])('a model of %s', (_name, create) => {
  it.each([
    ['the global `fetch`', undefined],
    ['a `fetch` of its own', (...given: Parameters<typeof fetch>) => fetch(...given)],
    [
      'a `fetch` that follows redirects whatever it is told',
      (input: string | URL | Request, init?: RequestInit) =>
        fetch(input, { ...init, redirect: 'follow' }),
    ],
  ])('P29 gives no answer of where it is redirected, with %s', async (what, given) => {
    const paths: string[] = []
    const url = await serverWith((request, response) => {
      paths.push(request.url ?? '')
      if (request.url === '/elsewhere')
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end()
      else response.writeHead(307, { location: '/elsewhere' }).end()
    })
    const m = create(url, given as typeof fetch)
    const handle = createProxy({ authorize: () => 'ada', models: { m, again: () => m } })
    for (const modelId of ['m', 'again']) {
      const response = await handle(
        new Request('https://app.example/api/agent/model', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: encodeCall(modelId, {
            prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
          }),
        }),
      )
      expect(await response.json()).toMatchObject({ error: { code: 'upstream_redirect' } })
    }
    if (!what.includes('whatever')) expect(paths).not.toContain('/elsewhere')
  })
})

describe('the provider of openai/gpt-5', () => {
  it('P8 is told to store nothing and to give its reasoning encrypted', async () => {
    const body = Promise.withResolvers<unknown>()
    const { send } = await proxyTo((request, response) => {
      body.resolve(json(request))
      response.writeHead(400).end()
    })
    await send('openai/gpt-5')
    expect(await body.promise).toMatchObject({
      model: 'gpt-5',
      store: false,
      include: ['reasoning.encrypted_content'],
      stream: true,
    })
  })
})
