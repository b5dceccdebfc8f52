import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { createProxy, type ProxyHandler } from '../src/create-proxy.ts'
import { nodeListener } from '../src/node/node-listener.ts'
import type { PassThroughRoute } from '../src/pass-through/pass-through-route.ts'
import { passThrough } from '../src/pass-through/pass-through.ts'
import type { ProxyLog } from '../src/proxy-log.ts'
import type { ProxyOptions } from '../src/proxy-options.ts'

/** The server's key. No client may see any part of it. */
export const plantedKey = 'sk-planted-7f3a9c1e5b2d8046'

/** A request that the provider received. */
export interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

/** A function that plays the provider, well or badly. */
export type Answer = (request: Received, response: ServerResponse) => void

/** The way of a test to the proxy: as a function, or over HTTP with the Node adapter. */
export type Way = 'bare handler' | 'Node adapter'
export const ways: readonly Way[] = ['bare handler', 'Node adapter']

/** A proxy for a provider that the test plays. */
export interface Gateway {
  /** Sends JSON to a path below the base path, by default with POST. */
  send: (path: string, init?: RequestInit & { json?: unknown }) => Promise<Response>
  /** The URL of the base path. It works only over HTTP. */
  url: string
  proxy: ProxyHandler
  received: Received[]
  log: ProxyLog[]
}

/** Starts an `http` server on loopback, which stops with the test. */
export async function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Opens a proxy with all four wires. `answer` plays the provider. */
export async function openGateway(
  way: Way,
  answer: Answer = answerWell,
  options: Partial<ProxyOptions> = {},
  route: Partial<PassThroughRoute> = {},
): Promise<Gateway> {
  const received: Received[] = []
  const log: ProxyLog[] = []
  const upstream = await listen((incoming, response) => {
    void text(incoming).then((body) => {
      const { method = '', url = '', headers } = incoming
      const request = { method, url, headers, body: JSON.parse(body || '{}') as Received['body'] }
      received.push(request)
      answer(request, response)
    })
  })
  const shared = { apiKey: async () => plantedKey, baseURL: `${upstream}/v1`, ...route }
  const proxy = createProxy({
    authorize: () => 'ada',
    use: [
      passThrough({
        openai: { wire: 'openai', models: ['gpt-5', 'gpt-5-mini'], ...shared },
        anthropic: { wire: 'anthropic', models: ['claude-sonnet-5-5'], ...shared },
        google: { wire: 'google', models: ['gemini-2.5-flash'], ...shared },
        mine: { wire: 'openai-compatible', models: ['qwen3'], ...shared },
      }),
    ],
    log: (entry) => log.push(entry),
    ...options,
  })
  const origin = way === 'Node adapter' ? await listen(nodeListener(proxy)) : 'http://app.example'
  const url = `${origin}/api/agent`
  return {
    url,
    proxy,
    received,
    log,
    send(path, { json, ...init } = {}) {
      const whole = {
        method: 'POST',
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...init,
        headers: { 'content-type': 'application/json', ...Object(init.headers) },
      }
      // Not with a Request: Node may collect it while its fetch runs, and then misses its signal.
      return way === 'Node adapter'
        ? fetch(url + path, whole)
        : proxy(new Request(url + path, whole))
    },
  }
}

/** A path of a wire, with a valid request. */
export interface Sample {
  name: string
  path: string
  json: Record<string, unknown>
  /** The events of an answer, as the provider sends them. */
  events: readonly string[]
}

const message = { role: 'user', content: 'Hi' }

const event = (value: object, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(value)}\n\n`

const chatEvents = [
  event({ id: 'c', choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello' } }] }),
  event({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  event({
    id: 'c',
    choices: [],
    usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
  }),
  'data: [DONE]\n\n',
]

export const samples: readonly Sample[] = [
  {
    name: 'OpenAI chat',
    path: '/openai/chat/completions',
    json: { model: 'gpt-5', messages: [message], stream: true },
    events: chatEvents,
  },
  {
    name: 'OpenAI responses',
    path: '/openai/responses',
    json: { model: 'gpt-5', input: [message], stream: true },
    events: [
      event(
        { type: 'response.created', response: { id: 'r', created_at: 1, model: 'gpt-5' } },
        'response.created',
      ),
      event(
        { type: 'response.output_text.delta', item_id: 'i', delta: 'Hello' },
        'response.output_text.delta',
      ),
      event(
        { type: 'response.completed', response: { usage: { input_tokens: 7, output_tokens: 3 } } },
        'response.completed',
      ),
    ],
  },
  {
    name: 'Anthropic messages',
    path: '/anthropic/v1/messages',
    json: { model: 'claude-sonnet-5-5', max_tokens: 64, messages: [message], stream: true },
    events: [
      event(
        {
          type: 'message_start',
          message: { id: 'm', usage: { input_tokens: 7, output_tokens: 1 } },
        },
        'message_start',
      ),
      event({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text: 'Hello' },
      }),
      event({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { output_tokens: 3 },
      }),
      event({ type: 'message_stop' }, 'message_stop'),
    ],
  },
  {
    name: 'Google',
    path: '/google/models/gemini-2.5-flash:streamGenerateContent',
    json: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
    events: [
      event({ candidates: [{ content: { parts: [{ text: 'Hello' }] } }] }),
      event({
        candidates: [{ content: { parts: [] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3 },
      }),
    ],
  },
  {
    name: 'OpenAI-compatible',
    path: '/mine/v1/chat/completions',
    json: { model: 'qwen3', messages: [message], stream: true },
    events: chatEvents,
  },
]

/** Finds the sample of a request to the provider. */
function sampleOf({ url }: Received): Sample {
  const known = samples.find(({ path }) => {
    const [, rest = ''] = /^\/[a-z]+(?:\/v1)?(\/.*)$/.exec(path) ?? []
    return url.split('?')[0]?.endsWith(rest)
  })
  if (!known) throw new Error(`No sample asks for ${url}`)
  return known
}

/** Answers as the provider of the path does. */
export const answerWell: Answer = (request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(sampleOf(request).events.join(''))
}

/** Reads the code of a refusal. */
export const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { error?: { code?: unknown } }).error?.code
