import type { ServerResponse } from 'node:http'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { encodeCall } from '@ambit/protocol'
import { describe, expect, it } from 'vitest'
import { countingStore } from '../../test/counting-store.ts'
import { listen, openGateway, samples } from '../../test/gateway-under-test.ts'
import { proxyUnderTest, requestOf } from '../../test/proxy-under-test.ts'

const words = 900
const prose = 'word '.repeat(words)
const apiKey = 'sk-planted-0123456789abcdef'
const accept = { 'content-type': 'text/event-stream' }
type Play = (response: ServerResponse, events: readonly string[]) => void

const overloaded = [
  'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"No."}}\n\n',
  'data: {"error":{"code":503,"type":"server_error","message":"No.","status":"UNAVAILABLE"}}\n\n',
]

/** The answers of a provider that took the request with a 200. */
const plays: [string, Play, string | undefined][] = [
  [
    'breaks before its first event',
    (response) => {
      response.writeHead(200, accept).flushHeaders()
      setImmediate(() => response.destroy())
    },
    'upstream_cut',
  ],
  [
    'breaks with its events unread',
    (response, events) => {
      response.writeHead(200, accept).write(events[0]?.replace('"usage"', '"other"') ?? '')
      setImmediate(() => response.destroy())
    },
    undefined,
  ],
  [
    'ends before its answer does',
    (response, events) =>
      void response
        .writeHead(200, accept)
        .end(events[0]?.replace(/"input_tokens":\d+/, `"input_tokens":${words}`)),
    'upstream_cut',
  ],
  [
    'is a page',
    (response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end('<p>Sign in'),
    'upstream_bad_content',
  ],
  ...overloaded.map((event, nth): [string, Play, undefined] => [
    `begins with an error, form ${nth + 1}`,
    (response) => void response.writeHead(200, accept).end(event),
    undefined,
  ]),
]

const wires = {
  'openai chat': (baseURL: string) => createOpenAI({ baseURL, apiKey }).chat('gpt-5'),
  'openai responses': (baseURL: string) => createOpenAI({ baseURL, apiKey }).responses('gpt-5'),
  anthropic: (baseURL: string) => createAnthropic({ baseURL, apiKey })('claude-sonnet-5-5'),
  google: (baseURL: string) => createGoogle({ baseURL, apiKey })('gemini-2.5-flash'),
  compatible: (baseURL: string) =>
    createOpenAICompatible({ name: 'mine', baseURL, apiKey }).chatModel('qwen3'),
}
const eventsOf = [0, 1, 2, 3, 4].map((nth) => samples[nth]?.events ?? [])
const entries = Object.entries(wires).map(
  ([name, create], nth) => [name, create, eventsOf[nth] ?? []] as const,
)

const budget = (store: ReturnType<typeof countingStore>['store']) => ({
  tokens: 1e6,
  outputTokens: 500,
  store,
})

describe.each(plays)('P14 a 200 that %s is charged its prompt', (_what, play, code) => {
  it.each(entries)('of a model of %s', async (_name, create, events) => {
    const url = await listen((incoming, response) => {
      incoming.resume().on('end', () => play(response, events))
    })
    const counter = countingStore()
    const told: string[] = []
    const { handle, log } = proxyUnderTest({
      limits: budget(counter.store),
      models: { m: create(`${url}/v1`) },
      onProviderError: ({ code }) => told.push(code),
    })
    const body = encodeCall('m', {
      prompt: [{ role: 'user', content: [{ type: 'text', text: prose }] }],
    })
    await (await handle(requestOf({ body }))).text()
    await expect.poll(() => counter.settled).toBe(1)
    expect(counter.used('tokens')).toBeGreaterThanOrEqual(words)
    if (code !== undefined) expect(log[0]?.code).toBe(code)
    await expect.poll(() => told).toEqual([log[0]?.code])
  })

  it.each(entries)('of a model of %s, for each retry', async (_name, create, events) => {
    let asked = 0
    const url = await listen((incoming, response) => {
      asked += 1
      response.setHeader('retry-after-ms', '1')
      incoming.resume().on('end', () => play(response, events))
    })
    const counter = countingStore()
    const { handle } = proxyUnderTest({
      limits: budget(counter.store),
      models: { m: create(`${url}/v1`) },
      retry: { max: 1 },
    })
    const body = encodeCall('m', {
      prompt: [{ role: 'user', content: [{ type: 'text', text: prose }] }],
    })
    await (await handle(requestOf({ body }))).text()
    await expect.poll(() => counter.settled).toBe(1)
    expect(counter.used('tokens')).toBeGreaterThanOrEqual(asked * words)
  })

  it.each(samples)('on the pass-through of $name', async ({ path, json, events }) => {
    const counter = countingStore()
    const { send, log } = await openGateway(
      'bare handler',
      (_request, response) => play(response, events),
      { limits: budget(counter.store) },
    )
    const long = JSON.parse(JSON.stringify(json).replace('"Hi"', JSON.stringify(prose))) as object
    await send(path, { json: long })
      .then((response) => response.text())
      .catch(() => {})
    await expect.poll(() => counter.settled).toBe(1)
    expect(counter.used('tokens')).toBeGreaterThanOrEqual(words)
    if (code !== undefined) expect(log[0]?.code).toBe(code)
  })
})
