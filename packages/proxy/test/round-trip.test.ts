import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { createProxyModel } from '@ambit/core'
import { LLMock } from '@copilotkit/aimock'
import { convertReadableStreamToArray } from 'ai/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createProxy } from '../src/create-proxy.ts'
import { nodeListener } from '../src/node/node-listener.ts'
import { providersFromEnv } from '../src/providers/providers-from-env.ts'
import type { ProxyLog } from '../src/proxy-log.ts'

const key = 'sk-planted-0123456789abcdef'

// All servers are real: the proxy over HTTP, and a provider's wire for the AI SDK.
const mock = new LLMock({ port: 0, chunkSize: 4 })
const log: ProxyLog[] = []
let server: Server
let baseURL: string

beforeAll(async () => {
  await mock.start()
  const { models } = providersFromEnv({
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: `${mock.url}/v1`,
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: `${mock.url}/v1`,
    GOOGLE_GENERATIVE_AI_API_KEY: key,
    GOOGLE_GENERATIVE_AI_BASE_URL: `${mock.url}/v1beta`,
    AMBIT_BASE_URL: `${mock.url}/v1`,
    AMBIT_API_KEY: key,
    AMBIT_MODELS:
      'openai/gpt-5,anthropic/claude-sonnet-5-5,google/gemini-2.5-flash,compatible/qwen3',
  })
  const proxy = createProxy({ authorize: () => 'ada', models, log: (entry) => log.push(entry) })
  server = createServer(nodeListener(proxy))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/agent`
})
afterEach(() => {
  mock.clearFixtures()
  mock.clearRequests()
  log.length = 0
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await mock.stop()
})

const weather: LanguageModelV4FunctionTool = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather of a city.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
}
const question: LanguageModelV4CallOptions['prompt'] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'text', text: 'What is the weather in Zürich?' }] },
]

const read = async (
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
): Promise<LanguageModelV4StreamPart[]> =>
  convertReadableStreamToArray((await model.doStream(options)).stream)

const textOf = (parts: readonly LanguageModelV4StreamPart[]): string =>
  parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')

describe.each([
  'openai/gpt-5',
  'anthropic/claude-sonnet-5-5',
  'google/gemini-2.5-flash',
  'compatible/qwen3',
])('a call through the proxy to %s', (modelId) => {
  const modelOf = () => createProxyModel({ baseURL, modelId })

  it('streams text and usage', async () => {
    mock.onMessage('weather', { content: 'Sunny in Zürich, 21 °C.' })
    const parts = await read(modelOf(), { prompt: question })
    expect(textOf(parts)).toBe('Sunny in Zürich, 21 °C.')
    expect(parts.filter(({ type }) => type === 'text-delta').length).toBeGreaterThan(1)
    expect(parts.at(-1)).toMatchObject({
      type: 'finish',
      finishReason: { unified: 'stop' },
      usage: { outputTokens: { total: expect.any(Number) } },
    })
    expect(log).toMatchObject([{ modelId, status: 200 }])
  })

  it('goes through a tool call and back', async () => {
    mock.on(
      { userMessage: 'weather', hasToolResult: false },
      { toolCalls: [{ id: 'call_1', name: 'get_weather', arguments: { city: 'Zürich' } }] },
    )
    mock.on({ userMessage: 'weather', hasToolResult: true }, { content: 'It is sunny.' })
    const model = modelOf()
    const first = await read(model, { prompt: question, tools: [weather] })
    const call = first.find((part) => part.type === 'tool-call')
    expect(call).toMatchObject({ toolName: 'get_weather' })
    expect(JSON.parse(call?.input ?? '')).toEqual({ city: 'Zürich' })
    expect(first.at(-1)).toMatchObject({ type: 'finish' })

    const { toolCallId = '', toolName = '', input = '', providerMetadata } = call ?? {}
    const second = await read(model, {
      tools: [weather],
      prompt: [
        ...question,
        {
          role: 'assistant',
          content: [
            {
              type: 'tool-call',
              toolCallId,
              toolName,
              input: JSON.parse(input) as unknown,
              ...(providerMetadata && { providerOptions: providerMetadata }),
            },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId,
              toolName,
              output: { type: 'json', value: { sky: 'clear' } },
            },
          ],
        },
      ],
    })
    expect(textOf(second)).toBe('It is sunny.')
  })

  it('P32 tells a refusal of the provider without its text', async () => {
    mock.onMessage('weather', {
      error: { message: `Bad key ${key}`, type: 'authentication_error' },
      status: 401,
    })
    await expect(modelOf().doStream({ prompt: question })).rejects.toMatchObject({
      name: 'ModelError',
      kind: 'upstream_unauthorized',
      message: "The provider refused the proxy's key.",
      isRetryable: false,
    })
    expect(log).toMatchObject([{ code: 'upstream_unauthorized', upstreamStatus: 401 }])
  })

  it('R25 tells a rate limit and when to come back', async () => {
    mock.onMessage('weather', {
      error: { message: 'Slow down', type: 'rate_limit_error' },
      status: 429,
      retryAfter: 7,
    })
    await expect(modelOf().doStream({ prompt: question })).rejects.toMatchObject({
      kind: 'upstream_rate_limited',
      isRetryable: true,
      status: 429,
      retryAfterMs: 7000,
    })
  })

  it('P25 R23 tells an answer that was cut from a whole one', async () => {
    mock.onMessage(
      'weather',
      { content: 'This is a long answer that never comes to its end.' },
      { truncateAfterChunks: 6, latency: 2 },
    )
    const parts = await read(modelOf(), { prompt: question })
    const last = parts.at(-1)
    const whole = last?.type === 'finish' && last.finishReason.unified === 'stop'
    expect(whole).toBe(false)
    expect(textOf(parts).length).toBeLessThan(50)
  })

  it('P24 R27 ends at once when the caller aborts', async () => {
    mock.onMessage('weather', { content: 'word '.repeat(2000) }, { latency: 5 })
    const abort = new AbortController()
    const { stream } = await modelOf().doStream({ prompt: question, abortSignal: abort.signal })
    const reading = (async () => {
      for await (const part of stream) if (part.type === 'text-delta') abort.abort()
    })()
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => log).toMatchObject([{ code: 'client_closed' }])
  })
})
