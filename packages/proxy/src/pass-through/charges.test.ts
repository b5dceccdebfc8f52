import { describe, expect, it } from 'vitest'
import { countingStore } from '../../test/counting-store.ts'
import { type Answer, openGateway, samples } from '../../test/gateway-under-test.ts'
import type { ProxyOptions } from '../proxy-options.ts'
import type { PassThroughRoute } from './pass-through-route.ts'

const words = 900
const prose = 'word '.repeat(words)
const eventStream = { 'content-type': 'text/event-stream' }

/** Returns the request of a sample with a long prompt. */
const long = (json: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(json).replace('"Hi"', JSON.stringify(prose))) as typeof json

async function setUp(
  answer: Answer,
  options: Partial<ProxyOptions> = {},
  route: Partial<PassThroughRoute> = {},
) {
  const counter = countingStore()
  const rules = { tokens: 1e6, streams: 9, outputTokens: 500, store: counter.store }
  const gateway = await openGateway('bare handler', answer, { limits: rules, ...options }, route)
  const charged = async () => {
    await expect.poll(() => counter.settled).toBe(1)
    return counter.used('tokens')
  }
  return { ...gateway, charged, used: counter.used }
}

describe.each(samples)('a call of $name', ({ path, json, events }) => {
  const [first = ''] = events

  it('P14 is charged its prompt if the client leaves before the provider has answered', async () => {
    const arrived = Promise.withResolvers<void>()
    const { send, charged } = await setUp(() => arrived.resolve())
    const client = new AbortController()
    const sending = send(path, { json: long(json), signal: client.signal })
    await arrived.promise
    client.abort()
    await sending
    expect(await charged()).toBeGreaterThanOrEqual(words)
  })

  it('P14 is charged its prompt if the client leaves before the first content', async () => {
    const { send, charged } = await setUp((_request, response) => {
      response.writeHead(200, eventStream).write(': thinking\n\n')
    })
    const client = new AbortController()
    const response = await send(path, { json: long(json), signal: client.signal })
    client.abort()
    await response.text().catch(() => {})
    expect(await charged()).toBeGreaterThanOrEqual(words)
  })

  it('P14 is charged its prompt if the first byte comes too late', async () => {
    const { send, charged } = await setUp(() => {}, { timeouts: { connect: 50 } })
    expect((await send(path, { json: long(json) })).status).toBe(504)
    expect(await charged()).toBeGreaterThanOrEqual(words)
  })

  it('P14 is charged its prompt if the answer breaks off', async () => {
    const { send, charged } = await setUp((_request, response) => {
      response.writeHead(200, eventStream).write(': thinking\n\n', () => response.destroy())
    })
    await send(path, { json: long(json) })
      .then((response) => response.text())
      .catch(() => {})
    expect(await charged()).toBeGreaterThanOrEqual(words)
  })

  it.each([400, 401, 404, 429, 500, 529])(
    'P14 is charged nothing if the provider answers %d',
    async (status) => {
      const { send, charged } = await setUp((_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{}}')
      })
      await send(path, { json: long(json) })
      expect(await charged()).toBe(0)
    },
  )

  it('P14 is charged what was streamed if the client leaves, whatever an early usage says', async () => {
    const text = 'word '.repeat(300)
    const sent = Promise.withResolvers<void>()
    const { send, charged } = await setUp((_request, response) => {
      const rest = events.slice(1).find((event) => event.includes('Hello')) ?? first
      const many = first.includes('Hello') ? '' : first
      response.writeHead(200, eventStream)
      response.write(many + rest.replace('Hello', text), () => sent.resolve())
    })
    const client = new AbortController()
    const response = await send(path, { json, signal: client.signal })
    const reader = response.body?.getReader()
    await sent.promise
    let read = 0
    while (read < text.length) read += (await reader?.read())?.value?.length ?? Infinity
    client.abort()
    const tokens = await charged()
    expect(tokens).toBeGreaterThanOrEqual(300)
    expect(tokens).toBeLessThan(900)
  })

  it.each<[string, () => PromiseLike<string>]>([
    ['rejects', () => Promise.reject(new Error('the vault is sealed'))],
    ['is too late', () => new Promise<never>(() => {})],
    ['comes when the client has left', () => new Promise<never>(() => {})],
  ])('P13 P14 is charged nothing, and gives its place back, if the key %s', async (how, getKey) => {
    const client = new AbortController()
    const leaves = how.includes('left')
    const { send, charged, used, received } = await setUp(
      () => {},
      { timeouts: { callback: leaves ? 60_000 : 20 } },
      { apiKey: () => (leaves && client.abort(), getKey()) },
    )
    await send(path, { json: long(json), signal: client.signal }).catch(() => {})
    expect(await charged()).toBe(0)
    expect(used('leases')).toBe(0)
    expect(received).toEqual([])
  })

  it('P14 is whole when a text of it has signs that end lines elsewhere', async () => {
    const signs = '\u2028\u2029\u0085'
    const text = events.join('').replaceAll('"Hello"', `"${signs}"`)
    const last = text.replace('"parts":[]', `"parts":[{"text":"${signs}"}]`)
    const { send, charged } = await setUp((_request, response) => {
      response.writeHead(200, eventStream).end(last)
    })
    expect(await (await send(path, { json: long(json) })).text()).toBe(last)
    expect(await charged()).toBe(10)
  })

  it('P14 is charged as the provider counted, once the answer is whole', async () => {
    const { send, charged } = await setUp((_request, response) => {
      response.writeHead(200, eventStream).end(events.join(''))
    })
    await (await send(path, { json: long(json) })).text()
    expect(await charged()).toBe(10)
  })
})

describe('the usage of a wire', () => {
  const answerWith =
    (usage: object): Answer =>
    (_request, response) => {
      const message = { role: 'assistant', content: 'Hi' }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }], ...usage }))
    }

  it.each<[string, object, object]>([
    [
      'OpenAI chat',
      {
        usage: {
          prompt_tokens: 100,
          completion_tokens: 50,
          total_tokens: 150,
          prompt_tokens_details: { cached_tokens: 80 },
          completion_tokens_details: { reasoning_tokens: 40 },
        },
      },
      { inputTokens: 100, cachedInputTokens: 80, outputTokens: 50, reasoningTokens: 40 },
    ],
    [
      'a server that leaves reasoning out of the answer',
      { usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 190 } },
      { inputTokens: 100, outputTokens: 90 },
    ],
    [
      'OpenAI responses',
      {
        usage: {
          input_tokens: 100,
          output_tokens: 50,
          input_tokens_details: { cached_tokens: 80 },
          output_tokens_details: { reasoning_tokens: 40 },
        },
      },
      { inputTokens: 100, cachedInputTokens: 80, outputTokens: 50, reasoningTokens: 40 },
    ],
    [
      'Anthropic',
      {
        usage: {
          input_tokens: 20,
          cache_read_input_tokens: 70,
          cache_creation_input_tokens: 10,
          output_tokens: 50,
        },
      },
      { inputTokens: 100, cachedInputTokens: 70, cacheWriteTokens: 10, outputTokens: 50 },
    ],
    [
      'Google',
      {
        usageMetadata: {
          promptTokenCount: 90,
          toolUsePromptTokenCount: 10,
          candidatesTokenCount: 10,
          thoughtsTokenCount: 40,
          totalTokenCount: 150,
          cachedContentTokenCount: 80,
        },
      },
      { inputTokens: 100, cachedInputTokens: 80, outputTokens: 50, reasoningTokens: 40 },
    ],
  ])('P14 is read with its caches and its reasoning: %s', async (_name, usage, expected) => {
    const { send, log, charged } = await setUp(answerWith(usage))
    const messages = [{ role: 'user', content: prose }]
    await (await send('/mine/chat/completions', { json: { model: 'qwen3', messages } })).text()
    await charged()
    expect(log[0]?.usage).toMatchObject({ ...expected, isEstimated: false })
  })
})
